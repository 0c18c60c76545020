#!/usr/bin/env python3
"""A wire between network namespaces that delays and loses packets, for kernels without netem.

usage: wire.py DELAY_MS LOSS_PERCENT SEED NAMESPACE=ADDRESS...
Makes a device eth0 in each namespace, prints "ready", and carries IPv4 packets between them until it is ended; the
devices go with it. Packets to other addresses are dropped.
"""

import ctypes
import fcntl
import heapq
import os
import random
import select
import socket
import struct
import subprocess
import sys
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI, CLONE_NEWNET = 0x400454CA, 0x0001, 0x1000, 0x40000000
libc = ctypes.CDLL(None, use_errno=True)


def enter(path):
    with open(path, "rb") as namespace:
        if libc.setns(namespace.fileno(), CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), f"cannot enter {path}")


def device_in(namespace, address):
    enter(f"/run/netns/{namespace}")
    file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH", b"eth0", IFF_TUN | IFF_NO_PI))
    for command in (["link", "set", "lo", "up"], ["addr", "add", address + "/24", "dev", "eth0"],
                    ["link", "set", "eth0", "up"]):
        subprocess.run(["ip", *command], check=True)
    return file


def main():
    delay, loss = float(sys.argv[1]) / 1000, float(sys.argv[2]) / 100
    chance = random.Random(int(sys.argv[3]))
    files, by_address = [], {}
    for word in sys.argv[4:]:
        namespace, address = word.split("=")
        files.append(device_in(namespace, address))
        by_address[socket.inet_aton(address)] = files[-1]
    print("ready", flush=True)
    under_way, number = [], 0  # packets: when to deliver, a number for equal times, where to, bytes
    while True:
        wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
        for file in select.select(files, [], [], wait)[0]:
            try:
                packet = os.read(file, 65536)
            except OSError:
                continue
            to = by_address.get(packet[16:20]) if packet[0] >> 4 == 4 else None
            if to is None or chance.random() < loss:
                continue
            number += 1
            late = delay * (1 + chance.uniform(-0.25, 0.25))
            heapq.heappush(under_way, (time.monotonic() + late, number, to, packet))
        while under_way and under_way[0][0] <= time.monotonic():
            _, _, to, packet = heapq.heappop(under_way)
            try:
                os.write(to, packet)
            except OSError:
                pass  # its device is down: lost


main()
