import { Input, type InputProps, type InputRef, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { tr } from '#web/kit/labels.ts'
import { useCall } from '#web/use-call.ts'
import { findRecords } from '../contract.ts'
import { type Choice, usePages } from './palette-pages.ts'
import { useMayOpen } from './use-entries.ts'
import './palette.css'

const PAUSE_MS = 200

/**
 * Go to a page, find a record, start something: one field, and a list that arrow keys move through (WAI-ARIA combobox
 * with a listbox). Pages are filtered here; records are found by the server under the reader's own rights.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useId()
  const { choices, note } = useChoices(typed.trim())
  const current = Math.min(at, choices.length - 1)
  const go = (choice: Choice | undefined) => {
    if (!choice) return
    onClose()
    void navigate(choice.to)
  }
  const onKey = (event: KeyboardEvent) => {
    // Enter that ends a word of an input method chooses the word, not a row.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && choices.length > 0) setAt((current + step + choices.length) % choices.length)
    else if (event.key === 'Enter') go(choices[current])
    else return
    event.preventDefault()
  }
  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={640}
      className="palette"
      // The dialog is named by it.
      title={<span className="kb-said">{tr('查找与跳转')}</span>}
    >
      <Field
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
        aria-expanded={choices.length > 0}
        aria-controls={list}
        aria-activedescendant={choices.length > 0 ? `${list}-${current}` : undefined}
      />
      <div id={list} role="listbox" aria-label={tr('结果')} className="palette-list kb-scroll kb-rule-top">
        {choices.map((choice, i) => (
          <Option
            key={choice.key}
            id={`${list}-${i}`}
            choice={choice}
            isCurrent={i === current}
            onPoint={() => setAt(i)}
            onChoose={() => go(choice)}
          />
        ))}
      </div>
      <p role="status" className={note ? 'palette-note kb-size-13 kb-soft' : 'kb-said'}>
        {note ? tr(note) : `${choices.length} ${tr('项结果')}`}
      </p>
    </Modal>
  )
}

/** Has the focus from its first moment on: what is typed while the dialog still opens is not lost. */
function Field({ 'aria-expanded': expanded, 'aria-controls': list, ...props }: InputProps) {
  const field = useRef<InputRef>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <Input
      ref={field}
      size="large"
      variant="borderless"
      maxLength={100}
      placeholder={tr('输入页面、项目、审批、人员名称或编号')}
      role="combobox"
      aria-label={tr('查找页面和记录')}
      aria-expanded={expanded ?? false}
      aria-controls={list ?? ''}
      {...props}
    />
  )
}

interface OptionProps {
  id: string
  choice: Choice
  isCurrent: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, choice, isCurrent, onPoint, onChoose }: OptionProps) {
  useEffect(() => {
    if (isCurrent) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id, isCurrent])
  return (
    // The field keeps the focus and hears the keys; rows are for the pointer.
    <button
      id={id}
      type="button"
      className="kb-row kb-gap-12 kb-base kb-wide kb-left kb-round kb-size-13"
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <span className="palette-what kb-fixed kb-soft">{tr(choice.what)}</span>
      <span className="kb-grow kb-ellipsis">{choice.title}</span>
      {choice.code && <span className="palette-code kb-fixed kb-soft">{choice.code}</span>}
    </button>
  )
}

/** Pages at once, records a moment after the last key; a word when nothing is found. */
function useChoices(text: string): { choices: readonly Choice[]; note: string | null } {
  const pages = usePages(text)
  const mayOpen = useMayOpen()
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const found = useCall(findRecords, { query: { keyword } }, { enabled: keyword.length >= 2, fresh: 30_000 })
  const isCurrent = keyword === text && text.length >= 2
  const records = (isCurrent ? (found.data?.rows ?? []) : [])
    .filter(({ link }) => mayOpen(link))
    .map(({ key, what, title, code, link }): Choice => ({ key, what, title, code, to: link }))
  const choices = [...pages, ...records]
  if (isCurrent && found.error) return { choices, note: '记录暂时无法查找，请稍后重试' }
  if (choices.length > 0) return { choices, note: null }
  if (text.length < 2) return { choices, note: '没有匹配的页面，输入两个字以上可查找记录' }
  return { choices, note: isCurrent && !found.isFetching ? '没有找到相关页面或记录' : '正在查找…' }
}
