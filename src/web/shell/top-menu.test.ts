import { describe, expect, it } from 'vitest'
import { itemsThatFit, splitMenu } from './top-menu.ts'

describe('first-level menu', () => {
  it.each([
    [0, 1],
    [150, 1],
    [151, 1],
    [239, 1],
    [240, 2],
    [1200, 10],
    [2400, 20],
    [9000, 20],
  ])('%i px hold %i items', (width, items) => {
    expect(itemsThatFit(width)).toBe(items)
  })

  it('keeps every item, in order, whatever the width', () => {
    const items = Array.from({ length: 25 }, (_, i) => i)
    for (let width = 0; width < 4000; width += 37) {
      const { shown, more } = splitMenu(items, width)
      expect([...shown, ...more]).toEqual(items)
      expect(shown.length + (more.length > 0 && shown.length > 1 ? 1 : 0)).toBeLessThanOrEqual(itemsThatFit(width))
    }
  })

  it('has no 更多 when all fit', () => {
    expect(splitMenu([1, 2, 3], 360)).toEqual({ shown: [1, 2, 3], more: [] })
    expect(splitMenu([1, 2, 3], 359)).toEqual({ shown: [1], more: [2, 3] })
  })
})
