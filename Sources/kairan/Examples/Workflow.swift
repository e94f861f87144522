internal import KairanReaders

extension Example {
    /// The workflow, which is the same as in this repository; a test compares the two.
    static let workflow = #"""
        # Builds the board at every push and once a day, commits public/, and publishes it on GitHub Pages.
        #
        # For a board of your own, copy this file, say under `env` where Kairan is, set the hour under `schedule`, and choose
        # GitHub Actions as the source of Pages (Settings, Pages). In Kairan's own repository nothing needs setting.
        name: Publish

        env:
          # Either give the address of kairan-VERSION-linux-x86_64.tar.gz, which `make dist` makes, and its SHA-256. Then
          # nothing is compiled.
          KAIRAN_ARCHIVE: ""
          KAIRAN_SHA256: ""
          # Or say where Kairan's sources are, OWNER/REPOSITORY on GitHub, and name a tag or a commit, because another version
          # of Kairan may publish other bytes.
          KAIRAN_REPOSITORY: ""
          KAIRAN_REF: ""

        on:
          push:
            branches: [main]
          schedule:
            # This is ten past midnight in Asia/Tokyo; cron counts in UTC. `kairan next` says when the board changes by itself.
            # A board with a `moment` in site.yml, like Kairan's showcase, never does, so a live board must not have one.
            - cron: "10 15 * * *"
          workflow_dispatch:

        permissions:
          # The workflow commits public/, because the next build is compared with it.
          contents: write
          pages: write
          id-token: write

        concurrency:
          group: publish
          cancel-in-progress: false

        jobs:
          publish:
            runs-on: ubuntu-24.04
            environment:
              name: github-pages
              url: ${{ steps.pages.outputs.page_url }}
            steps:
              # Take the branch as it is now, not as it was when this run was queued: an earlier run may have committed public/.
              - uses: actions/checkout@v5
                with:
                  ref: ${{ github.ref }}
                  # A build reads the history to learn whether public/ is the last publication.
                  fetch-depth: 0

              - name: Find Kairan
                id: kairan
                run: |
                  if [ -d Sources/kairan ]; then
                    echo folder=. >> "$GITHUB_OUTPUT"
                    echo program=.build/release/kairan >> "$GITHUB_OUTPUT"
                  elif [ -n "$KAIRAN_ARCHIVE" ] && [ -n "$KAIRAN_SHA256" ]; then
                    curl --fail --silent --show-error --location --retry 3 --output "$RUNNER_TEMP/kairan.tar.gz" "$KAIRAN_ARCHIVE"
                    echo "$KAIRAN_SHA256  $RUNNER_TEMP/kairan.tar.gz" | sha256sum --check --quiet
                    mkdir "$RUNNER_TEMP/kairan"
                    tar --extract --gzip --file "$RUNNER_TEMP/kairan.tar.gz" --directory "$RUNNER_TEMP/kairan" --strip-components 1
                    echo "program=$RUNNER_TEMP/kairan/bin/kairan" >> "$GITHUB_OUTPUT"
                  elif [ -n "$KAIRAN_REPOSITORY" ] && [ -n "$KAIRAN_REF" ]; then
                    echo folder=kairan >> "$GITHUB_OUTPUT"
                    echo program=kairan/.build/release/kairan >> "$GITHUB_OUTPUT"
                  else
                    echo "::error file=.github/workflows/publish.yml,title=Where is Kairan?::Fill in KAIRAN_ARCHIVE and KAIRAN_SHA256, or KAIRAN_REPOSITORY (OWNER/REPOSITORY) and KAIRAN_REF (a tag or a commit), at the top of the workflow."
                    exit 1
                  fi
              - uses: actions/checkout@v5
                if: steps.kairan.outputs.folder == 'kairan'
                with:
                  repository: ${{ env.KAIRAN_REPOSITORY }}
                  ref: ${{ env.KAIRAN_REF }}
                  path: kairan
                  persist-credentials: false

              # Only the program is cached. The key contains this file, which names the machine that the program runs on.
              - uses: actions/cache@v5
                id: program
                if: steps.kairan.outputs.folder
                with:
                  path: ${{ steps.kairan.outputs.program }}
                  key: kairan-${{ hashFiles('.github/workflows/publish.yml', format('{0}/Package.swift', steps.kairan.outputs.folder), format('{0}/Sources/**', steps.kairan.outputs.folder)) }}
              # An image brings one fixed version of Swift; the finished program runs without Swift.
              - name: Build Kairan
                if: steps.kairan.outputs.folder && steps.program.outputs.cache-hit != 'true'
                run: |
                  docker run --rm --volume "$PWD/${{ steps.kairan.outputs.folder }}:/kairan" --workdir /kairan swift:6.2-noble sh -c '
                    apt-get update -qq
                    apt-get install -y -qq --no-install-recommends make pkg-config >/dev/null
                    make build'

              # Mistakes become annotations at their lines, and then nothing is published.
              - name: Build the board
                run: ${{ steps.kairan.outputs.program }} build --format github

              # Commit first, publish later: the next build must be compared with all that apps have seen, such as revisions.
              - name: Keep what is published
                run: |
                  git add public
                  git diff --cached --quiet && exit 0
                  git -c user.name=kairan -c user.email=kairan@users.noreply.github.com commit -q -m "Publish"
                  git push -q origin "HEAD:$GITHUB_REF" && exit 0
                  echo "::error title=Nothing was published::public/ could not be pushed. If somebody else pushed meanwhile, the run for their push publishes; if the branch is protected, let this workflow push to it."
                  exit 1

              - uses: actions/upload-pages-artifact@v5
                with:
                  path: public
                  include-hidden-files: true
              - id: pages
                uses: actions/deploy-pages@v5

              # GitHub stops schedules of public repositories. To start one again, choose Actions, Publish, Enable workflow.
              - name: Warn before the schedule stops
                if: always()
                run: |
                  days=$(( ($(date +%s) - $(git log -1 --format=%ct)) / 86400 ))
                  if [ "$days" -ge 45 ]; then
                    echo "::warning title=The schedule will stop::The last commit is $days days old, and GitHub switches schedules off after 60 days without one. Commit something to keep the daily builds."
                  fi

        """#
}
