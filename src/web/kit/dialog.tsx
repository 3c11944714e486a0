import type { ReactNode } from 'react'
import { openModal } from '../feedback.ts'
import { askToDrop } from './form-modal.tsx'

export interface DialogState<T> {
  /** The content tells what was entered; `run` gets the last value. */
  set: (value: T) => void
}

/**
 * A dialog with a few fields of the caller's: `content` draws them and reports through `state.set`, `run` gets the last
 * value reported (undefined when nothing was) and answers whether the dialog may close. Esc asks once something was.
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
  const { title, width, okText, danger, content, run } = options
  const state: DialogState<T> = {
    set: (given) => {
      if (value === undefined) opened?.holdOpen()
      value = given
    },
  }
  const fields = (
    <div
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === undefined) return
        void askToDrop().then((drop) => drop && opened?.close())
      }}
    >
      {content(state)}
    </div>
  )
  const opened = openModal({
    title,
    content: fields,
    okText,
    danger,
    onOk: () => run(value),
    ...(width ? { width } : {}),
  })
}
