import { Modal, type ModalProps } from 'antd'
import type { MouseEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../feedback.ts'

/** A dialog with fields: once something was entered, Esc, the mask and 取消 ask before it is lost. */
export function FormModal({ onCancel, children, ...props }: ModalProps) {
  const { close, watched } = useCloseGuard(() => onCancel?.({} as MouseEvent<HTMLButtonElement>))
  useReturnFocus()
  return (
    <Modal {...props} onCancel={close}>
      {watched(children)}
    </Modal>
  )
}

/** Where the keyboard was before: most dialogs are taken out of the page to close, and antd gives the focus back only to its own close. */
function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const isLost = () => document.activeElement === null || document.activeElement === document.body
      setTimeout(() => isLost() && opener instanceof HTMLElement && opener.isConnected && opener.focus())
    },
    [opener],
  )
}

/**
 * For what is closed with Esc and holds fields: `watched` wraps the fields and notices what a person enters in them,
 * `close` asks first where something was.
 */
export function useCloseGuard(onClose: () => void) {
  const isTouched = useRef(false)
  const touch = () => void (isTouched.current = true)
  return {
    close: () => {
      if (!isTouched.current) return onClose()
      void askToDrop().then((drop) => drop && onClose())
    },
    watched: (fields: ReactNode) => (
      <div
        role="presentation"
        onInput={touch}
        // Lists and calendars open outside of the fields, and choosing from them is a click.
        onClick={(event) => (event.target as Element).closest(CHOICES) && touch()}
      >
        {fields}
      </div>
    ),
  }
}

/** Resolves to whether what was entered may be dropped. */
export function askToDrop(): Promise<boolean> {
  return ask({
    title: '放弃已填写的内容？',
    content: '关闭后，已填写的内容将丢失。',
    okText: '放弃',
    cancelText: '继续填写',
    cautious: true,
  })
}

const CHOICES = '.ant-select-item-option, .ant-picker-cell, .ant-select-clear, .ant-picker-clear'
