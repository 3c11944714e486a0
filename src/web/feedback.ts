import type { App } from 'antd'
import type { ReactNode } from 'react'
import { freeFromBottom } from './free-place.ts'

type Api = ReturnType<typeof App.useApp>
let api: Api | null = null

/** Connects the functions below with a themed antd context, until the returned function is called (a hall has its own). */
export function connectFeedback(current: Api): () => void {
  const before = api
  // A word that came on the page does not follow into the hall.
  before?.notification.destroy()
  api = current
  return () => {
    if (api === current) api = before
    standing.clear()
  }
}

/** Dialogs that stand open, by what they say: a double click on the button that asks must not ask twice. */
const standing = new Set<string>()

/** Short words at the top of the page. */
export const toast = {
  success: (text: string) => void api?.message.success(text),
  error: (text: string) => void api?.message.error(text),
  warning: (text: string) => void api?.message.warning(text),
  info: (text: string) => void api?.message.info(text),
}

export interface Question {
  title: string
  content?: string
  okText?: string
  cancelText?: string
  danger?: boolean
  /** Asked because something looks like a slip: Enter must not agree to it. Always so where there is danger. */
  cautious?: boolean
}

/** Asks, and resolves to whether the person agreed; asked again while the same question stands open, to false at once. */
export function ask({
  title,
  content,
  okText = '确定',
  cancelText = '取消',
  danger = false,
  cautious = danger,
}: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const key = `${title}\n${content ?? ''}`
    if (!api || standing.has(key)) return resolve(false)
    standing.add(key)
    const answer = (yes: boolean) => {
      standing.delete(key)
      resolve(yes)
    }
    api.modal.confirm({
      title,
      content,
      okText,
      cancelText,
      focusable: { autoFocusButton: cautious ? 'cancel' : 'ok' },
      okButtonProps: danger ? { danger: true } : {},
      onOk: () => answer(true),
      onCancel: () => answer(false),
    })
  })
}

/** Says something that must be acknowledged; resolves when it is. */
export function tell({
  title,
  content,
  okText = '确定',
}: {
  title: string
  content: string
  okText?: string
}): Promise<void> {
  return new Promise((resolve) => {
    if (!api) return resolve()
    api.modal.warning({ title, content, okText, keyboard: false, onOk: () => resolve() })
  })
}

/** Words in the corner, by key, with what shows them: a hall has its own. */
const notices = new Map<string, Api>()
/** Of one, with its distance to the edge; px. */
const NOTICE_HEIGHT = 96

/**
 * A word in the corner that comes unasked and goes by itself; `key` keeps it single. It takes no clicks: it may appear just
 * where somebody is about to press, so what is below it is pressed. On a telephone it looks for a place where nothing is.
 */
export function notify({ key, title }: { key: string; title: string }): void {
  if (!api) return
  const isNarrow = matchMedia('(max-width: 639px)').matches
  notices.set(key, api)
  api.notification.warning({
    key,
    title,
    className: 'kb-corner-notice',
    closable: false,
    duration: 6,
    ...(isNarrow
      ? { placement: 'bottom', style: { marginBottom: freeFromBottom(NOTICE_HEIGHT) } }
      : { placement: 'bottomLeft' }),
  })
}

/** Takes a word in the corner away, where it still stands. */
export function dismiss(key: string): void {
  notices.get(key)?.notification.destroy(key)
  notices.delete(key)
}

/**
 * Opens a dialog with content of the caller; `onOk` returning false keeps it open. Used through the kit's `openDialog`.
 * `holdOpen`: Esc does not close it any more. null: it stands open already.
 */
export function openModal(options: {
  title: string
  content: ReactNode
  width?: number
  okText?: string | undefined
  danger?: boolean | undefined
  onOk: () => Promise<boolean>
}): { close: () => void; holdOpen: () => void } | null {
  const { title, content, width = 520, okText = '确定', danger = false, onOk } = options
  if (!api || standing.has(title)) return null
  standing.add(title)
  const opened = api.modal.confirm({
    title,
    content,
    width,
    icon: null,
    okText,
    okButtonProps: { danger },
    cancelText: '取消',
    // A rejected promise is antd's way to leave a dialog open; a fault of ours is reported all the same.
    onOk: async () => {
      const isDone = await onOk().catch((fault: unknown) => {
        reportError(fault)
        return false
      })
      if (!isDone) throw new Error('stay open')
      standing.delete(title)
    },
    onCancel: () => void standing.delete(title),
  })
  // antd passes the rejection on to the browser, unless somebody waits for the dialog.
  opened.then(
    () => {},
    () => {},
  )
  return {
    close: () => {
      standing.delete(title)
      opened.destroy()
    },
    holdOpen: () => opened.update({ keyboard: false }),
  }
}
