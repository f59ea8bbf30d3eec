// Copies the named files of the pinned packages to static/vendor/<name>-<version>/ and writes MANIFIESTO.json and
// LICENCIAS.txt beside them. Run `npm ci && node vendorizar.mjs`; the result is committed, so that nobody who only
// runs the site needs Node. Same packages, same bytes: a test compares the hashes.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const aqui = dirname(fileURLToPath(import.meta.url));
const destino = process.argv[2] ?? join(aqui, "..", "..", "static", "vendor");

const PIEZAS = [
  { paquete: "htmx.org", carpeta: "htmx.org", ficheros: ["dist/htmx.min.js"] },
  { paquete: "@github/markdown-toolbar-element", carpeta: "markdown-toolbar-element", ficheros: ["dist/index.js"] },
  {
    paquete: "@fontsource-variable/literata",
    carpeta: "literata",
    ficheros: ["files/literata-latin-wght-normal.woff2", "files/literata-latin-wght-italic.woff2"],
  },
  {
    paquete: "@fontsource-variable/atkinson-hyperlegible-next",
    carpeta: "atkinson-hyperlegible-next",
    ficheros: [
      "files/atkinson-hyperlegible-next-latin-wght-normal.woff2",
      "files/atkinson-hyperlegible-next-latin-wght-italic.woff2",
    ],
  },
];

mkdirSync(destino, { recursive: true });
for (const nombre of readdirSync(destino)) rmSync(join(destino, nombre), { recursive: true });

const manifiesto = [];
const licencias = [];
for (const { paquete, carpeta, ficheros } of PIEZAS) {
  const origen = join(aqui, "node_modules", paquete);
  const { version, license } = JSON.parse(readFileSync(join(origen, "package.json"), "utf8"));
  const lugar = join(destino, `${carpeta}-${version}`);
  mkdirSync(lugar, { recursive: true });
  const copiados = {};
  for (const fichero of ficheros) {
    const copia = join(lugar, fichero.split("/").at(-1));
    cpSync(join(origen, fichero), copia);
    const huella = createHash("sha256").update(readFileSync(copia)).digest("hex");
    copiados[relative(destino, copia)] = huella;
  }
  manifiesto.push({ nombre: paquete, version, licencia: license, sha256: copiados });
  const texto = readFileSync(join(origen, readdirSync(origen).find((f) => /^licen[sc]e/i.test(f))), "utf8");
  licencias.push(`${paquete} ${version} (${license})\n${"=".repeat(72)}\n${texto.trim()}\n`);
}
writeFileSync(join(destino, "MANIFIESTO.json"), `${JSON.stringify(manifiesto, null, 2)}\n`);
writeFileSync(join(destino, "LICENCIAS.txt"), licencias.join("\n\n"));
