internal import KairanReaders

extension Example {
    /// The workflow, which is the same as in this repository; a test compares the two.
    static let workflow = #"""
        # Builds the board when somebody changed it and when time has, commits public/, and publishes it on GitHub Pages.
        #
        # For a board of your own, copy this file, say under `env` where Kairan is, set the hour, and let Pages take its source
        # from GitHub Actions (Settings, Pages). In Kairan's own repository the sources are at hand.
        name: Publish

        env:
          # The address of kairan-VERSION-linux-x86_64.tar.gz, which `make dist` makes, and its SHA-256. Nothing is compiled then.
          KAIRAN_ARCHIVE: ""
          KAIRAN_SHA256: ""
          # Or where Kairan's sources are, OWNER/REPOSITORY on GitHub, and which: a tag or a commit, as another Kairan may
          # publish other bytes.
          KAIRAN_REPOSITORY: ""
          KAIRAN_REF: ""

        on:
          push:
            branches: [main]
          schedule:
            # Ten past midnight in Asia/Tokyo: cron counts in UTC. `kairan next` says when the board changes by itself. One with
            # a `moment` in site.yml, like Kairan's showcase, never does; a live board has none.
            - cron: "10 15 * * *"
          workflow_dispatch:

        permissions:
          # To commit public/, with which the next build is compared.
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
              # The branch as it is now, not as it was when this run was queued: the run before may have committed public/.
              - uses: actions/checkout@v5
                with:
                  ref: ${{ github.ref }}
                  # Of public/ too: it tells whether what is there is the last that was published.
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

              # The program alone. This file is in the key because it names the machine that the program runs on.
              - uses: actions/cache@v5
                id: program
                if: steps.kairan.outputs.folder
                with:
                  path: ${{ steps.kairan.outputs.program }}
                  key: kairan-${{ hashFiles('.github/workflows/publish.yml', format('{0}/Package.swift', steps.kairan.outputs.folder), format('{0}/Sources/**', steps.kairan.outputs.folder)) }}
              # In the image of one Swift, which is not on the machine; the program needs nothing of it to run.
              - name: Build Kairan
                if: steps.kairan.outputs.folder && steps.program.outputs.cache-hit != 'true'
                run: |
                  docker run --rm --volume "$PWD/${{ steps.kairan.outputs.folder }}:/kairan" --workdir /kairan swift:6.2-noble sh -c '
                    apt-get update -qq
                    apt-get install -y -qq --no-install-recommends make pkg-config >/dev/null
                    make build'

              # Mistakes become annotations at their lines; then nothing is published.
              - name: Build the board
                run: ${{ steps.kairan.outputs.program }} build --format github

              # Before Pages gets it: what apps have seen, such as a revision, must be what the next build is compared with.
              - name: Keep what is published
                run: |
                  git add public
                  git diff --cached --quiet && exit 0
                  git -c user.name=kairan -c user.email=kairan@users.noreply.github.com commit -q -m "Publish"
                  git push -q origin "HEAD:$GITHUB_REF" && exit 0
                  echo "::error title=Nothing was published::public/ could not be pushed. If somebody else pushed meanwhile, the run for that publishes; if the branch is protected, let this workflow push to it."
                  exit 1

              - uses: actions/upload-pages-artifact@v5
                with:
                  path: public
                  include-hidden-files: true
              - id: pages
                uses: actions/deploy-pages@v5

              # In a public repository. Once it has stopped, Actions, Publish, Enable workflow starts it again.
              - name: Warn before the schedule stops
                if: always()
                run: |
                  days=$(( ($(date +%s) - $(git log -1 --format=%ct)) / 86400 ))
                  if [ "$days" -ge 45 ]; then
                    echo "::warning title=The schedule will stop::The last commit is $days days old, and GitHub switches schedules off after 60. Commit something, and the board goes on changing with its days."
                  fi

        """#
}
