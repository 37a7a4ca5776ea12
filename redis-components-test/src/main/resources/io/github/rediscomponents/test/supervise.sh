# Runs one redis-server and makes sure that it does not outlive the JVM that asked for it.
# Arguments: log file, directory to remove when the JVM has died ("" for none), command and its arguments.
# Standard input is a pipe that the JVM never writes to: its end means that the JVM is gone, however it went.
# Standard output is one line, the process id. The exit status is the server's.
log=$1
directory=$2
shift 2

# Ctrl-C in a terminal reaches the whole process group; the JVM decides when the server ends, so leave the group.
trap '' INT QUIT HUP
session=
if command -v setsid >/dev/null 2>&1; then session=setsid; fi

exec 3<&0
$session "$@" </dev/null >>"$log" 2>&1 3<&- &
server=$!
# SIGTERM to the whole group, as timeout(1) and CI servers send it, ends the JVM and nothing else: the server is ended
# below. The server itself keeps the signal, which ends it in good order.
trap '' TERM
echo "$server"
(
	exec >/dev/null 2>&1
	while read -r ignored <&3; do :; done
	# From here on the clean-up must finish, although the shell below asks this one to end.
	trap '' USR1
	kill -9 "$server"
	if [ -n "$directory" ]; then rm -rf "$directory"; fi
) &
watcher=$!
exec 3<&- >/dev/null 2>&1
wait "$server"
status=$?
kill -USR1 "$watcher"
exit "$status"
