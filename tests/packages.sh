#!/bin/sh
# Installs the Debian packages the tests need, and says so; without them the tests name what they skip.
missing=""
for package in "$@"; do
  dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
if ! command -v apt-get >/dev/null; then
  echo "These packages are missing and there is no apt here:$missing. Some tests will be skipped."
  exit 0
fi
run=""
if [ "$(id -u)" -ne 0 ]; then
  if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    run="sudo"
  else
    echo "To run every test: sudo apt-get install$missing. Until then some tests are skipped."
    exit 0
  fi
fi
echo "Installing what the tests need:$missing"
$run env DEBIAN_FRONTEND=noninteractive apt-get -qq update &&
  $run env DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends $missing >/dev/null ||
  echo "The packages could not be installed. Some tests will be skipped."
exit 0
