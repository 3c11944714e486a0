import { AutoComplete } from 'antd'
import { type ReactNode, useState } from 'react'
import type { InputOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import type { RowAction } from '#web/kit/list-types.ts'
import { useAction } from '#web/use-call.ts'
import { addCertificate, CertificateFields, removeCertificate, updateCertificate } from '../contract/certificates.ts'
import { CERTIFICATE_KINDS } from '../rules/certificates.ts'
import { useKeeper } from './use-keeper.ts'

type Fields = InputOf<typeof addCertificate>['body']

interface Kept extends Fields {
  certificateId: string
}

const FIELDS: Field[] = [
  { kind: 'custom', name: 'kind', label: '资质名称', required: true, control: <KindInput /> },
  { kind: 'text', name: 'number', label: '证书编号', required: true, maxLength: 60 },
  { kind: 'text', name: 'issuer', label: '发证机关', required: true, maxLength: 100 },
  { kind: 'area', name: 'scope', label: '许可或认证范围', maxLength: 1000, rows: 2 },
  { kind: 'day', name: 'validUntil', label: '有效期至', help: '长期有效的不填' },
  { kind: 'files', name: 'files', label: '证书文件', use: 'supplier-file', most: 10 },
]

/** What a form holds as the calls take it. */
function bodyOf({ kind, number, issuer, scope = '', validUntil = null, files = [] }: Fields): Fields {
  const kept = files.map(({ fileId, name }) => ({ fileId, name }))
  return { kind, number, issuer, scope, validUntil: validUntil || null, files: kept }
}

/** Keeps a certificate of a supplier. */
export function CertificateDialog({ supplierId, onClose }: { supplierId: string; onClose: () => void }) {
  return (
    <ActionDialog<typeof addCertificate, Fields>
      title="登记资质"
      endpoint={addCertificate}
      fields={FIELDS}
      initial={{ files: [] }}
      input={(values) => ({ params: { supplierId }, body: bodyOf(values) })}
      success="资质已登记，到期前自动提醒"
      onClose={onClose}
    />
  )
}

/** What a keeper does with a certificate, and the dialog for it. */
export function useCertificateActs() {
  const isKeeper = useKeeper()
  const [edited, setEdited] = useState<Kept | null>(null)
  const remove = useAction(removeCertificate, { success: '资质已移除' })
  const actions = (row: Kept): RowAction[] =>
    isKeeper
      ? [
          { label: '更新', onClick: () => setEdited(row) },
          {
            label: '移除',
            danger: true,
            onClick: () =>
              askText({
                title: `移除资质：${row.kind}`,
                okText: '移除',
                danger: true,
                run: (reason) => remove.run({ params: { certificateId: row.certificateId }, body: { reason } }),
              }),
          },
        ]
      : []
  const dialog: ReactNode = edited && (
    <ActionDialog<typeof updateCertificate, Fields>
      title="更新资质"
      endpoint={updateCertificate}
      fields={FIELDS}
      initial={CertificateFields.partial().parse(edited)}
      input={(values) => ({ params: { certificateId: edited.certificateId }, body: bodyOf(values) })}
      success="资质已更新"
      onClose={() => setEdited(null)}
    />
  )
  return { actions, dialog }
}

interface KindInputProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

function KindInput({ id, value = '', onChange }: KindInputProps) {
  return (
    <AutoComplete
      {...(id && { id })}
      className="kb-wide"
      maxLength={60}
      options={CERTIFICATE_KINDS.map((kind) => ({ value: kind }))}
      value={value}
      {...(onChange && { onChange })}
    />
  )
}
