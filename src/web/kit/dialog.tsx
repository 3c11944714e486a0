import type { ReactNode } from 'react'
import { openModal } from '../feedback.ts'

export interface DialogState<T> {
  /** The content tells what was entered; `run` gets the last value. */
  set: (value: T) => void
}

/**
 * A dialog with a few fields of the caller's: `content` draws them and reports through `state.set`, `run` gets the last
 * value reported (undefined when nothing was) and answers whether the dialog may close.
 */
export function openDialog<T = string>(options: {
  title: string
  width?: number
  /** 确定, when nothing says better what happens. */
  okText?: string
  danger?: boolean
  content: (state: DialogState<T>) => ReactNode
  run: (value: T | undefined) => Promise<boolean>
}): void {
  let value: T | undefined
  const state: DialogState<T> = { set: (given) => (value = given) }
  const { title, width, okText, danger, content, run } = options
  openModal({ title, content: content(state), okText, danger, onOk: () => run(value), ...(width ? { width } : {}) })
}
