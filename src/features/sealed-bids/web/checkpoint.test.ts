import { expect, test } from 'vitest'
import { readCheckpoint } from './checkpoint.ts'

const NOTE = `kaibiao.log/1/6aaf6094
17808
yU6Q3HUrEHt6hlakNSXRWH6rz+m7mbg/BZwK6kl7vfI=

— kaibiao.log/1/6aaf6094 J7xX/KKsaVkLouFZ9xwJWrFhGAGQ9U0XnL4=
`

test('a tree head is read from its note', () => {
  expect(readCheckpoint(NOTE)).toEqual({
    origin: 'kaibiao.log/1/6aaf6094',
    size: 17808,
    root: 'c94e90dc752b107b7a8656a43525d1587eabcfe9bb99b83f059c0aea497bbdf2',
  })
})

test('anything else is none', () => {
  expect(readCheckpoint('')).toBeNull()
  expect(readCheckpoint('origin\nmany\nyU6Q')).toBeNull()
  expect(readCheckpoint(NOTE.replace('17808', '-1'))).toBeNull()
})
