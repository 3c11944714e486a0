import { Input, Radio } from 'antd'
import type * as z from 'zod'
import type { Question } from '../../contract/shared.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { Labelled } from '#web/kit/labelled.tsx'

export interface ReplyValue {
  questionId: string
  text: string
  files: FileRef[]
}

interface RepliesProps {
  questions: readonly z.output<typeof Question>[]
  /** Upload policy of files. */
  use: string
  value?: ReplyValue[]
  onChange?: (replies: ReplyValue[]) => void
}

/** Replies to the questions, each in its own way; a field of a form. */
export function Replies({ questions, use, value = [], onChange }: RepliesProps) {
  const set = (at: number, part: Partial<ReplyValue>) =>
    onChange?.(value.map((reply, i) => (i === at ? { ...reply, ...part } : reply)))
  return (
    <div className="kb-stack kb-gap-12">
      {questions.map(({ questionId, kind, title, options, isRequired }) => {
        const at = value.findIndex((one) => one.questionId === questionId)
        const reply = value[at]
        if (!reply) return null
        const label = `${title}${isRequired ? '（必答）' : ''}`
        switch (kind) {
          case 'choice':
            return (
              <Labelled key={questionId} label={label}>
                {(id) => (
                  <Radio.Group
                    id={id}
                    aria-label={title}
                    options={options}
                    value={reply.text || null}
                    onChange={(event) => set(at, { text: String(event.target.value) })}
                  />
                )}
              </Labelled>
            )
          case 'file':
            return (
              <Labelled key={questionId} label={label}>
                {(id) => (
                  <FileUpload
                    id={id}
                    use={use}
                    label={title}
                    value={reply.files}
                    onChange={(files) => set(at, { files })}
                  />
                )}
              </Labelled>
            )
          case 'number':
            return (
              <Labelled key={questionId} label={label}>
                {(id) => (
                  <Input
                    id={id}
                    inputMode="decimal"
                    maxLength={24}
                    value={reply.text}
                    onChange={(event) => set(at, { text: event.target.value })}
                  />
                )}
              </Labelled>
            )
          case 'text':
            return (
              <Labelled key={questionId} label={label}>
                {(id) => (
                  <Input.TextArea
                    id={id}
                    rows={2}
                    maxLength={5000}
                    value={reply.text}
                    onChange={(event) => set(at, { text: event.target.value })}
                  />
                )}
              </Labelled>
            )
        }
      })}
    </div>
  )
}
