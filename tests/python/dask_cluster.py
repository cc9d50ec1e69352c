"""brooklet.dask on two processes: a sort of 10^7 elements in which a worker is killed, a histogram and a map; equal to NumPy's."""

import os
import signal
import sys
import threading
import time

import dask
import dask.array
import numpy
from distributed import Client, LocalCluster

import brooklet.dask

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
RUNTIME = sys.argv[2] if len(sys.argv) > 2 else "ogl"


def _held(dask_scheduler):
    """How many results each worker holds."""
    return {address: len(worker.has_what) for address, worker in dask_scheduler.workers.items()}


def kill_one(client, seconds):
    """Kills a worker once it holds results; returns what says whether that was so."""
    killed: list[str] = []
    pids = client.run(os.getpid)

    def wait():
        for _ in range(int(seconds * 20)):
            held = client.run_on_scheduler(_held)
            if sum(held.values()) >= 4:
                address = max(held, key=held.get)
                os.kill(pids[address], signal.SIGKILL)
                killed.append(address)
                return
            time.sleep(0.05)

    thread = threading.Thread(target=wait)
    thread.start()
    return thread, killed


def main():
    own = numpy.random.default_rng(1).normal(size=COUNT).astype("f4")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        x = dask.array.from_array(own, chunks=COUNT // 8)
        started = time.perf_counter()
        thread, killed = kill_one(client, 60)
        ordered = brooklet.dask.sort(x, runtime=RUNTIME).compute()
        thread.join()
        took = time.perf_counter() - started
        assert killed, "no worker was killed before all was done"
        started = time.perf_counter()
        wanted = numpy.sort(own)
        alone = time.perf_counter() - started
        assert len(ordered) == COUNT and (ordered == wanted).all(), "elements were lost"
        print(f"sorted {COUNT} elements in {took:.1f} s, one worker of two killed on the way (numpy.sort: {alone:.1f} s)")
        started = time.perf_counter()
        assert (brooklet.dask.sort(x, runtime=RUNTIME).compute() == wanted).all()
        print(f"once more, with all workers: {time.perf_counter() - started:.1f} s")
        counts, edges = brooklet.dask.histogram(x, 64, range=(-4.0, 4.0), runtime=RUNTIME)
        expected, _ = numpy.histogram(own, numpy.asarray(edges, "f4"))
        # Edges are rounded: an element beside one may be in the other bin.
        assert abs(counts.compute() - expected).sum() <= COUNT // 1000 and len(edges) == 65
        mapped = brooklet.dask.map("a * x + y", a=2.0, x=x, y=x, runtime=RUNTIME)
        assert numpy.allclose(mapped.compute(), 3 * own, rtol=1e-6)
    print("all is well")


if __name__ == "__main__":
    main()
