import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl from 'yauzl'

/*
 * An archive unpacked, altered, and given to the offline verifier.
 */

/** Scratch folder of the test file that runs, which removes it; the next one in this process makes it again. */
export const root = mkdtempSync(join(tmpdir(), 'kaibiao-archive-'))

/** Turns one hex digit after the mark into another; `then`: after this word behind it, or at the last mark. */
export function flip(text: string, mark: string, then = ''): string {
  const start = then === 'last' ? text.lastIndexOf(mark) : text.indexOf(mark)
  if (start < 0) throw new Error(`no ${mark}`)
  let at = start + mark.length
  if (then !== '' && then !== 'last') at = text.indexOf('"', text.indexOf(`"${then}": `, at) + then.length + 3) + 1
  return text.slice(0, at + 8) + (text[at + 8] === '0' ? '1' : '0') + text.slice(at + 9)
}

export async function verify(folder: string) {
  const cli = join(import.meta.dirname, '../../../../../verify/cli.ts')
  const run = promisify(execFile)(process.execPath, [cli, folder, '--json'], { maxBuffer: 1 << 26 })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const report = JSON.parse(stdout) as {
    verdict: string
    sections: { checks: { id: string; ok: boolean | null; detail: string }[] }[]
  }
  const checks = report.sections.flatMap((section) => section.checks)
  return {
    verdict: report.verdict,
    failed: checks.filter((check) => check.ok === false),
    passed: checks.filter((check) => check.ok === true).map((check) => check.id),
  }
}

let copies = 0
export function copyOf(folder: string): string {
  const copy = join(root, `copy-${++copies}`)
  cpSync(folder, copy, { recursive: true })
  return copy
}

export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

export async function unpack(content: Buffer, folder: string): Promise<void> {
  mkdirSync(root, { recursive: true })
  const file = join(root, 'archive.zip')
  writeFileSync(file, content)
  const zip = await yauzl.openPromise(file)
  for await (const entry of zip.eachEntry()) {
    const path = join(folder, entry.fileName)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, await buffer(await zip.openReadStreamPromise(entry)))
  }
}
