"""Measure: every script of herramientas/bancos/, in order; each prints its own lines."""

import subprocess
import sys
from pathlib import Path

BANCOS = Path(__file__).with_name("bancos")

if __name__ == "__main__":
    codigos = []
    for guion in sorted(BANCOS.glob("*.py")):
        print(f"— {guion.stem}", flush=True)
        codigos.append(subprocess.run([sys.executable, str(guion)], cwd=BANCOS.parents[1], check=False).returncode)
    sys.exit(max(codigos, default=0))
