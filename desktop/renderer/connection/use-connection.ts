import { useEffect, useState } from "react";
import type { Connection } from "../../ipc.ts";

/** What the main process knows of servers, as it changes; undefined until it has answered. @throws where it fails to */
export function useConnection(): Connection | undefined {
  const [connection, setConnection] = useState<Connection>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isNew = true;
    // listen first: a change between the question and its answer must not be overwritten by the answer
    const stop = window.desktop.onConnection((next) => {
      isNew = false;
      setConnection(next);
    });
    window.desktop.readConnection().then(
      (first) => {
        if (isNew) setConnection(first);
      },
      () => setHasFailed(true),
    );
    return () => {
      isNew = false;
      stop();
    };
  }, []);
  if (hasFailed && !connection) throw new Error("The main process does not answer.");
  return connection;
}
