import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Line } from './line.ts'

const ROOT = join(import.meta.dirname, '..')

/** Script that the first screen and each further screen loads, gzip. */
export function bundle(): Promise<Line[]> {
  if (!existsSync(join(ROOT, 'dist/web'))) throw new Error('build first: npm run build')
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(ROOT, 'src/web/tools/bundle-size.ts')], {
    encoding: 'utf8',
  })
  const [first = ''] = stdout.split('\n')
  return Promise.resolve([
    {
      what: 'script of the first and of further screens',
      figures: `${first.trim()} ${stderr.trim()}`,
      target: '≤ 420 kB, ≤ 15 kB',
      holds: status === 0,
    },
  ])
}
