"""Before the tests: say loudly what this machine lacks and which tests will therefore be skipped."""

import shutil
import sys

NAVEGADORES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

if __name__ == "__main__":
    if not any(shutil.which(nombre) for nombre in NAVEGADORES):
        raya = "!" * 78
        sys.stderr.write(
            f"\n{raya}\n  NO HAY CHROMIUM: las pruebas con navegador se saltan; las demás se hacen.\n"
            f"  En Debian o Ubuntu:  sudo apt install chromium\n{raya}\n\n"
        )
