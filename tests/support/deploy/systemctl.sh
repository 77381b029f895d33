#!/bin/bash
# Stands in for systemctl: runs units with their user, environment and folders, without sandbox, timers and restarts.
set -euo pipefail
all() { sed -n "s/^$1=//p" "$unit_file" | sed "s/%i/$instance/g"; }

start() {
  instance=${1#*@} unit_file=/etc/systemd/system/${1/@*/@}.service
  local folder
  for folder in $(all StateDirectory); do
    install -d -o "$(all User)" -g "$(all Group)" -m "$(all StateDirectoryMode)" "/var/lib/$folder"
  done
  for folder in $(all CacheDirectory); do install -d -o "$(all User)" "/var/cache/$folder"; done
  # shellcheck disable=SC2046
  mapfile -t environment < <(all Environment | tr ' ' '\n' && cat $(all EnvironmentFile))
  cd "$(all WorkingDirectory)"
  umask "$(all UMask)"
  local command=(env -i "PATH=$PATH" "${environment[@]}" setpriv "--reuid=$(all User)" "--regid=$(all Group)" --init-groups)
  read -ra words < <(all ExecStart)
  if [ "$(all Type)" = oneshot ]; then
    "${command[@]}" "${words[@]}"
  else
    "${command[@]}" "${words[@]}" >>"/var/log/$1.log" 2>&1 </dev/null &
    echo $! >"/run/$1.pid"
  fi
}

stop() {
  local pid
  pid=$(cat "/run/$1.pid")
  kill "$pid"
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
}

task=$1
shift
[ "${1-}" != --now ] || shift
for unit in "$@"; do
  case $task:$unit in
    reload:nginx) nginx -s reload && until curl --insecure --silent --output /dev/null https://127.0.0.1; do sleep 0.1; done ;;
    enable:*.timer) [ -e "/etc/systemd/system/$unit" ] ;;
    enable:* | start:*) (start "$unit") ;;
    stop:*) stop "$unit" ;;
    restart:*) stop "$unit" && (start "$unit") ;;
  esac
done
