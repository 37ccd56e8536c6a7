// What pdf.js reads of the files named: a line of JSON for each, with all that it says of them.
//
//     node read.mjs FOLDER FILE...        FOLDER: where the package pdfjs-dist lies
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const said = [];
for (const level of ["log", "info", "warn", "error"]) {
  console[level] = (...words) => said.push(words.join(" "));
}
const { getDocument, VerbosityLevel } = await import(pathToFileURL(join(folder, "legacy/build/pdf.mjs")));
// That it can't draw here, for want of a canvas, is no word about a file.
said.length = 0;

for (const file of files) {
  const sizes = [];
  const texts = [];
  try {
    const data = new Uint8Array(readFileSync(file));
    const task = getDocument({
      data,
      verbosity: VerbosityLevel.WARNINGS,
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: true,
    });
    const pdf = await task.promise;
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const [left, bottom, right, top] = page.view;
      sizes.push([right - left, top - bottom]);
      const { items } = await page.getTextContent();
      texts.push(items.map((item) => item.str).join(" "));
      await page.getOperatorList();
      await page.getStructTree();
      page.cleanup();
    }
    await pdf.getOutline();
    await pdf.getMetadata();
    await task.destroy();
  } catch (error) {
    said.push(String(error));
  }
  process.stdout.write(JSON.stringify({ sizes, texts, said: said.splice(0) }) + "\n");
}
