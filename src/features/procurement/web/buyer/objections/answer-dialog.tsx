import { ActionDialog } from '#web/kit/action-dialog.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { answerObjection } from '../../../contract/objection.ts'
import { type Outcome, OUTCOMES } from '../../../rules/objections.ts'

interface AnswerDialogProps {
  objection: { objectionId: string; subject: string; content: string }
  onClose: () => void
}

interface Values {
  outcome: Outcome
  answer: string
  files?: FileRef[]
}

/** What the owner says of an objection: its outcome, the reasons, and files. */
export function AnswerDialog({ objection: { objectionId, subject, content }, onClose }: AnswerDialogProps) {
  return (
    <ActionDialog<typeof answerObjection, Values>
      title={`答复异议：${subject}`}
      endpoint={answerObjection}
      schema={answerObjection.body}
      width={640}
      success="已答复"
      okText="提交答复"
      hint={<span className="kb-pre">{content}</span>}
      fields={[
        {
          kind: 'radio',
          name: 'outcome',
          label: '处理结果',
          required: true,
          options: Object.entries(OUTCOMES).map(([value, label]) => ({ value, label })),
        },
        {
          kind: 'area',
          name: 'answer',
          label: '答复内容',
          required: true,
          rows: 6,
          maxLength: 5000,
          placeholder: '写明事实与依据；不予受理的写明理由',
          help: '答复提交后不能修改，将送达异议人',
        },
        {
          kind: 'files',
          name: 'files',
          label: '附件',
          use: 'objection-answer',
          most: 10,
          accept: '.pdf,.docx,.xlsx,.png,.jpg,.jpeg',
        },
      ]}
      input={({ outcome, answer, files = [] }) => ({
        params: { objectionId },
        body: { outcome, answer, files: files.map(({ fileId, name }) => ({ fileId, name })) },
      })}
      onClose={onClose}
    />
  )
}
