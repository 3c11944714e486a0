import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENTITIES } from './rules.ts'

test('whatever a feature records has a Chinese name for the reader', () => {
  const features = join(import.meta.dirname, '..')
  const files = globSync('*/server/**/*.ts', { cwd: features }).filter((path) => !path.endsWith('.test.ts'))
  const named = files.flatMap((path) =>
    [...readFileSync(join(features, path), 'utf8').matchAll(/audit\(\{.*?entity: '([^']+)'/gs)].map(
      (found) => found[1]!,
    ),
  )
  expect(named.length).toBeGreaterThan(80)
  expect([...new Set(named)].filter((name) => !(name in ENTITIES))).toEqual([])
})
