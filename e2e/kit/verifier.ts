import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Report } from '../../verify/report.ts'

/** What the offline verifier says of these files, with the code that it ends with. */
export function verifierSays(...args: readonly string[]): Promise<Report & { code: number }> {
  const cli = join(import.meta.dirname, '../../verify/cli.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args, '--json'], { maxBuffer: 1 << 26 }, (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, ...(JSON.parse(stdout) as Report) }),
    )
  })
}
