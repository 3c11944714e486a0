// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useDraft } from './use-draft.ts'

/** A server that answers when it is told to, and refuses what comes while it is at work. */
function slowServer() {
  const kept: string[] = []
  const answers: (() => void)[] = []
  let busy = false
  return {
    kept,
    answer: () => answers.shift()?.(),
    save: async (values: string) => {
      if (busy) throw new Error('409')
      busy = true
      await new Promise<void>((resolve) => answers.push(resolve))
      busy = false
      kept.push(values)
    },
  }
}

test('one save at a time: a flush waits for the one on its way, then saves what came since', async () => {
  const server = slowServer()
  const { result } = renderHook(() => useDraft<string>('form', { save: server.save }))
  act(() => result.current.change('first'))
  const first = result.current.flush()
  act(() => result.current.change('second'))
  let isDone = false
  const second = result.current.flush().then(() => (isDone = true))
  await act(async () => {
    server.answer()
    await first
  })
  expect(server.kept).toEqual(['first'])
  expect(isDone).toBe(false)
  await act(async () => {
    server.answer()
    await second
  })
  expect(server.kept).toEqual(['first', 'second'])
  expect(result.current.failed).toBe(false)
})

test('a flush with nothing new still waits for the save on its way: what is handed in comes behind it', async () => {
  const server = slowServer()
  const { result } = renderHook(() => useDraft<string>('other', { save: server.save }))
  act(() => result.current.change('only'))
  void result.current.flush()
  let isDone = false
  const again = result.current.flush().then(() => (isDone = true))
  await Promise.resolve()
  expect(isDone).toBe(false)
  await act(async () => {
    server.answer()
    await again
  })
  expect(server.kept).toEqual(['only'])
})
