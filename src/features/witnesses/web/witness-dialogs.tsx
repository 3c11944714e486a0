import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import { addWitness, retireWitness, setThreshold, type witnessList } from '../contract.ts'

type Row = OutputOf<typeof witnessList>['witnesses'][number]

const REASON: Field = {
  kind: 'area',
  name: 'reason',
  label: '依据',
  required: true,
  maxLength: 500,
  rows: 2,
  help: '记入审计日志',
}

export function Adding({ onClose }: { onClose: () => void }) {
  return (
    <ActionDialog
      title="登记见证方"
      okText="登记"
      endpoint={addWitness}
      success="已登记，正在请求首次见证"
      schema={addWitness.body}
      hint="此后公布的公告写明该见证方；已公布的公告不变。公钥须取自对方自己的网站或文件。"
      fields={[
        { kind: 'text', name: 'title', label: '名称', required: true, maxLength: 60, help: '如：某省招标投标协会' },
        { kind: 'area', name: 'key', label: '见证公钥', required: true, maxLength: 400, rows: 2 },
        {
          kind: 'text',
          name: 'url',
          label: '地址',
          required: true,
          maxLength: 300,
          help: '如：https://witness.example.org',
        },
        REASON,
      ]}
      input={(body: BodyOf<typeof addWitness>) => ({ body })}
      onClose={onClose}
    />
  )
}

export function Retiring({ row, onClose }: { row: Row; onClose: () => void }) {
  return (
    <ActionDialog
      title={`停用${row.title}`}
      okText="停用"
      danger
      endpoint={retireWitness}
      success="已停用"
      schema={retireWitness.body}
      hint="此后公布的公告不再写明该见证方；已写明它的采购在截止前仍请其见证。"
      fields={[REASON]}
      input={(body: BodyOf<typeof retireWitness>) => ({ params: { witnessId: row.witnessId }, body })}
      onClose={onClose}
    />
  )
}

export function Threshold({ threshold, most, onClose }: { threshold: number; most: number; onClose: () => void }) {
  return (
    <ActionDialog
      title="调整最少见证数"
      okText="保存"
      endpoint={setThreshold}
      success="已调整"
      schema={setThreshold.body}
      hint="对此后公布的公告生效。"
      initial={{ threshold }}
      fields={[
        {
          kind: 'integer',
          name: 'threshold',
          label: `至少几个见证方签名（共 ${most} 个）`,
          required: true,
          min: 1,
          max: most,
        },
        REASON,
      ]}
      input={(body: BodyOf<typeof setThreshold>) => ({ body })}
      onClose={onClose}
    />
  )
}
