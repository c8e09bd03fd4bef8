#!/bin/sh
# Runs a command with a Secret Service of its own: an unlocked keyring on a private bus, in private folders that are removed afterwards.
# Usage: withSecretService.sh COMMAND [ARGUMENT...]   Ends with the command's code; 97 when no Secret Service came up.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
mkdir -m 700 "$folder/home" "$folder/run"

# Everything that a keyring writes goes below the private home; the command itself keeps the caller's PATH.
export HOME="$folder/home" XDG_RUNTIME_DIR="$folder/run"
export XDG_CONFIG_HOME="$folder/home/config" XDG_DATA_HOME="$folder/home/data" XDG_CACHE_HOME="$folder/home/cache"

code=0
dbus-run-session -- sh -s "$@" <<'INSIDE' || code=$?
# The daemon stays in the foreground under a known process id, so that it can be ended and waited for.
printf 'keyring-of-a-test\n' | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &
daemon=$!

answers() {
  dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
    org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null | grep -q 'boolean true'
}
tries=0
until answers; do
  tries=$((tries + 1))
  if [ "$tries" -ge 200 ]; then
    echo 'No Secret Service came up within 10 seconds.' >&2
    kill "$daemon" 2>/dev/null
    exit 97
  fi
  sleep 0.05
done

code=0
"$@" </dev/null || code=$?
kill "$daemon" 2>/dev/null
wait "$daemon" 2>/dev/null
exit "$code"
INSIDE
exit "$code"
