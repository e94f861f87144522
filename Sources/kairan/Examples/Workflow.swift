internal import KairanReaders

extension Example {
    /// The workflow, which is the same as in this repository, except for where Kairan is; a test compares the two.
    static let workflow = #"""
        # Checks pull requests, and publishes the board on GitHub Pages: at every push, and when it changes by itself.
        #
        # Fill in one line, which is marked below: whose Kairan this is, OWNER/REPOSITORY on GitHub, and which release. Then choose
        # GitHub Actions as the source of Pages (Settings, Pages).
        name: Publish

        on:
          push:
            branches: [main]
          pull_request:
          schedule:
            # Windows open and close. Every hour this asks whether that changes the board; if not, it ends before it builds
            # anything. A board with a `moment` in site.yml never changes by itself, so a live board must not have one.
            - cron: "7 * * * *"
          workflow_dispatch:

        permissions: {}

        concurrency:
          group: ${{ github.workflow }}-${{ github.event.pull_request.number || 'board' }}
          cancel-in-progress: false

        jobs:
          board:
            runs-on: ubuntu-24.04
            permissions:
              # It commits public/, because the next build is compared with it, and comments on pull requests.
              contents: write
              pull-requests: write
            outputs:
              commit: ${{ steps.kairan.outputs.commit }}
              next: ${{ steps.kairan.outputs.next }}
            steps:
              # Take the branch as it is now, not as it was when this run was queued: an earlier run may have committed public/.
              - uses: actions/checkout@v5
                with:
                  ref: ${{ github.ref }}
                  # A build reads the history to learn whether public/ is the last publication.
                  fetch-depth: 0
              - id: kairan
                uses: _OWNER_/kairan@v\#(Kairan.version) # Fill in the owner of Kairan's repository.

          pages:
            needs: board
            if: needs.board.outputs.commit
            runs-on: ubuntu-24.04
            permissions:
              pages: write
              id-token: write
            environment:
              name: github-pages
              url: ${{ steps.pages.outputs.page_url }}
            steps:
              - id: pages
                uses: actions/deploy-pages@v5
              # Only what is hosted counts as published; after a failure the next hour tries again.
              - run: printf '%s' "$NEXT" > "$RUNNER_TEMP/kairan-next"
                env:
                  NEXT: ${{ needs.board.outputs.next }}
              - uses: actions/cache/save@v5
                with:
                  path: ${{ runner.temp }}/kairan-next
                  key: kairan-next-${{ github.workflow }}-${{ needs.board.outputs.commit }}-${{ github.run_id }}-${{ github.run_attempt }}

        """#
}
