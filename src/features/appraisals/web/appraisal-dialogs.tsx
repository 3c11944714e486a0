import { trimZeros } from '#contract/money.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import * as c from '../contract/appraisals.ts'
import { type Outcome, OUTCOMES } from '../rules/status.ts'
import type { Appraisal } from './appraisal-drawer.tsx'
import { optionsOf } from './words.ts'

interface DialogProps {
  appraisal: Appraisal
  onClose: () => void
}

/** Moves the deadline of marks. */
export function ExtendDialog({ appraisal: { appraisalId, deadline }, onClose }: DialogProps) {
  return (
    <ActionDialog<typeof c.extendAppraisal, { deadline: string; reason: string }>
      title="调整打分截止时间"
      endpoint={c.extendAppraisal}
      schema={c.extendAppraisal.body}
      initial={{ deadline }}
      fields={[
        { kind: 'instant', name: 'deadline', label: '打分截止时间', required: true, future: true },
        { kind: 'area', name: 'reason', label: '原因', required: true, maxLength: 500, rows: 2 },
      ]}
      input={(body) => ({ params: { appraisalId }, body })}
      success="截止时间已调整，并通知未提交的评分人"
      onClose={onClose}
    />
  )
}

interface VetoValues {
  supplierId: string
  item?: string
  evidence?: string
}

/** Says what forces the lowest grade. */
export function VetoDialog({ appraisal: { appraisalId, results, vetoes }, onClose }: DialogProps) {
  return (
    <ActionDialog<typeof c.vetoSupplier, VetoValues>
      title="认定否决事项"
      endpoint={c.vetoSupplier}
      hint="认定后该供应商的等级为 D 级，得分照常公布；不选事项则撤销认定。"
      fields={[
        {
          kind: 'select',
          name: 'supplierId',
          label: '供应商',
          required: true,
          options: results
            .filter(({ isActive }) => isActive)
            .map(({ supplierId, name, veto }) => ({
              value: supplierId,
              label: veto ? `${name}（已认定：${veto}）` : name,
            })),
        },
        { kind: 'select', name: 'item', label: '否决事项', options: vetoes.map((one) => ({ value: one, label: one })) },
        {
          kind: 'area',
          name: 'evidence',
          label: '认定依据',
          required: true,
          maxLength: 1000,
          rows: 3,
          when: ({ item }) => Boolean(item),
        },
      ]}
      input={({ supplierId, item = '', evidence = '' }) => ({
        params: { appraisalId, supplierId },
        body: { item, evidence },
      })}
      success="已记录"
      onClose={onClose}
    />
  )
}

type AnswerValues = Record<string, string> & { outcome: Outcome; answer: string }

/** Answers an objection; one that is upheld corrects marks or lifts a veto. */
export function AnswerDialog({ appraisal, supplierId, onClose }: DialogProps & { supplierId: string }) {
  const { appraisalId, items } = appraisal
  const result = appraisal.results.find((one) => one.supplierId === supplierId)!
  const objection = result.objection!
  const isUpheld = ({ outcome }: Record<string, unknown>) => outcome === 'upheld'
  return (
    <ActionDialog<typeof c.answerObjection, AnswerValues>
      title={`答复异议：${result.name}`}
      endpoint={c.answerObjection}
      width={640}
      hint={
        <FieldList
          columns={1}
          items={[
            { label: '异议内容', value: objection.content },
            objection.files.length > 0 && {
              label: '证明材料',
              value: (
                <FileList
                  files={objection.files}
                  pathOf={({ fileId }) =>
                    `/api/workbench/buyer/appraisals/${appraisalId}/objections/${objection.objectionId}/files/${fileId}`
                  }
                />
              ),
            },
          ]}
        />
      }
      fields={[
        { kind: 'radio', name: 'outcome', label: '结论', required: true, options: optionsOf(OUTCOMES) },
        {
          kind: 'area',
          name: 'answer',
          label: '答复',
          required: true,
          maxLength: 2000,
          rows: 3,
          help: '将告知该供应商',
        },
        ...items.map(({ indicatorId, name, fullMarks }) => ({
          kind: 'text' as const,
          name: `marks-${indicatorId}`,
          label: `更正“${name}”得分（满分 ${trimZeros(fullMarks)}，不更正的不填）`,
          maxLength: 6,
          when: isUpheld,
        })),
        ...(result.veto
          ? [{ kind: 'switch' as const, name: 'liftsVeto', label: `撤销否决认定：${result.veto}`, when: isUpheld }]
          : []),
      ]}
      input={({ outcome, answer, liftsVeto, ...rest }) => ({
        params: { appraisalId, objectionId: objection.objectionId },
        body: {
          outcome,
          answer,
          liftsVeto: Boolean(liftsVeto),
          corrections: items.flatMap(({ indicatorId }) => {
            const marks = rest[`marks-${indicatorId}`]
            return marks ? [{ indicatorId, marks }] : []
          }),
        },
      })}
      success="已答复，并通知供应商"
      onClose={onClose}
    />
  )
}
