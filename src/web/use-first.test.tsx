// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFirst } from './use-first.ts'

test('waits for the first value, and stays with it', () => {
  const { result, rerender } = renderHook(({ value }: { value?: string[] }) => useFirst(value), { initialProps: {} })
  expect(result.current).toBeUndefined()
  const first: string[] = []
  for (const value of [first, ['later'], undefined]) {
    rerender(value ? { value } : {})
    expect(result.current).toBe(first)
  }
})
