import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask, connectFeedback, notify, openModal } from './feedback.ts'

/** What a dialog was opened with, as far as it is answered here. */
interface Shown {
  title: string
  onOk: () => unknown
  onCancel: () => unknown
  focusable?: { autoFocusButton: string }
}

let shown: Shown[]
let disconnect: () => void

beforeEach(() => {
  shown = []
  const modal = { confirm: (options: Shown) => (shown.push(options), Promise.resolve()) }
  disconnect = connectFeedback({ modal, notification: { destroy: () => {} } } as unknown as Parameters<
    typeof connectFeedback
  >[0])
})
afterEach(() => {
  disconnect()
  vi.unstubAllGlobals()
})

test('a double click asks once; once answered, the same may be asked again', async () => {
  const question = { title: '发布公告', content: '发布后不可修改' }
  const [first, second] = [ask(question), ask(question)]
  expect(shown).toHaveLength(1)
  expect(await second).toBe(false)
  shown[0]!.onOk()
  expect(await first).toBe(true)
  const again = ask(question)
  expect(shown).toHaveLength(2)
  shown[1]!.onCancel()
  expect(await again).toBe(false)
  const other = ask({ title: '发布公告', content: '另一个问题' })
  expect(shown).toHaveLength(3)
  shown[2]!.onOk()
  expect(await other).toBe(true)
})

test('a dialog with fields opens once, until it is closed by either button', async () => {
  let keeps = true
  const open = () => openModal({ title: '不通过', content: null, onOk: () => Promise.resolve(!keeps) })
  open()
  open()
  expect(shown).toHaveLength(1)
  await expect(shown[0]!.onOk()).rejects.toThrow('stay open')
  open()
  expect(shown).toHaveLength(1)
  keeps = false
  await shown[0]!.onOk()
  open()
  expect(shown).toHaveLength(2)
  shown[1]!.onCancel()
  open()
  expect(shown).toHaveLength(3)
})

test('Enter does not agree to what looks like a slip or cannot be undone', () => {
  void ask({ title: '提交' })
  void ask({ title: '请确认', content: '报价低 10% 以上', cautious: true })
  void ask({ title: '删除', danger: true })
  expect(shown.map((one) => one.focusable?.autoFocusButton)).toEqual(['ok', 'cancel', 'cancel'])
})

test('a word in the corner of a page does not follow into a hall', () => {
  const notified: string[] = []
  const notification = {
    destroy: () => void notified.splice(0),
    warning: ({ key }: { key: string }) => notified.push(key),
  }
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const leavePage = connectFeedback({ notification } as unknown as Parameters<typeof connectFeedback>[0])
  notify({ key: 'unread', title: '您有新消息' })
  expect(notified).toEqual(['unread'])
  const leaveHall = connectFeedback({} as Parameters<typeof connectFeedback>[0])
  expect(notified).toEqual([])
  leaveHall()
  leavePage()
})

test('what a page left open does not stand in the way of the next', () => {
  void ask({ title: '归档' })
  disconnect()
  disconnect = connectFeedback({
    modal: { confirm: (options: Shown) => (shown.push(options), Promise.resolve()) },
  } as unknown as Parameters<typeof connectFeedback>[0])
  void ask({ title: '归档' })
  expect(shown).toHaveLength(2)
})
