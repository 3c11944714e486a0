import { expect, it } from 'vitest'
import { splitName } from './middle-text.tsx'

it.each([
  ['短名', ['', '短名']],
  [
    '江州市滨江新区综合管廊及附属道路工程施工总承包（第三标段）2026',
    ['江州市滨江新区综合管廊及附属道路工程施工总承包', '（第三标段）2026'],
  ],
  ['', ['', '']],
])('%s keeps its end', (name, parts) => {
  expect(splitName(name)).toEqual(parts)
  expect(splitName(name).join('')).toBe(name)
})
