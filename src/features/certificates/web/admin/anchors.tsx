import { Button } from 'antd'
import { useState } from 'react'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/time.ts'
import { toBase64 } from '#features/sealing/core/bytes.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { FileChoice } from '#web/kit/file-choice.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { addAnchor, anchorList, changeAnchor } from '../../contract/admin.ts'

type Row = OutputOf<typeof anchorList>['anchors'][number]

const REASON: Field = { kind: 'area', name: 'reason', label: '依据', required: true, maxLength: 200, rows: 2 }
const UNTIL: Field = {
  kind: 'instant',
  name: 'until',
  label: '受信任至',
  required: true,
  help: '此后的签名不再认可，此前的不受影响',
}
const CRL: Field = {
  kind: 'text',
  name: 'crlUrl',
  label: '吊销列表地址（选填）',
  maxLength: 300,
  wide: true,
  help: '证书自带地址的不必填写',
}

/** Whose certificates the platform trusts. */
export function Screen() {
  const query = useCall(anchorList)
  const [open, setOpen] = useState<'add' | Row | null>(null)
  const close = () => setOpen(null)
  return (
    <WhenLoaded query={query}>
      {({ anchors, authority }) => (
        <>
          <PageHead
            title="受信任的签发机构"
            facts={[
              authority.isThere ? `本平台签发：${authority.name}（${authority.text}）` : '本平台未接入证书机构',
              '只有由这些机构签发、未到期、未吊销的证书才被认可',
            ]}
            actions={
              <Button type="primary" onClick={() => setOpen('add')}>
                添加签发机构
              </Button>
            }
          />
          {anchors.length === 0 ? (
            <EmptyState title="还没有受信任的签发机构" hint="上传 CA 机构的根证书或签发证书后，其签发的证书才被认可" />
          ) : (
            <DataTable
              label="受信任的签发机构"
              rows={anchors}
              rowKey={(row) => row.anchorId}
              columns={[
                {
                  key: 'name',
                  title: '机构',
                  isHead: true,
                  render: (row) => <MainCell title={row.name} code={row.subject} />,
                },
                {
                  key: 'period',
                  title: '受信任期',
                  width: 200,
                  value: (row) => `${formatDate(row.from)} 至 ${formatDate(row.until)}`,
                },
                { key: 'crl', title: '吊销列表', value: (row) => row.crlUrl || '见证书' },
                { key: 'by', title: '登记人', width: 100, value: (row) => row.createdByName },
              ]}
              detail={{ label: '指纹', of: (row) => <code className="kb-hash kb-break">{row.fingerprint}</code> }}
              renderEnd={(row) => (
                <Button type="link" size="small" onClick={() => setOpen(row)}>
                  调整
                </Button>
              )}
            />
          )}
          {open === 'add' && <Adding onClose={close} />}
          {open !== null && open !== 'add' && <Changing row={open} onClose={close} />}
        </>
      )}
    </WhenLoaded>
  )
}

function Adding({ onClose }: { onClose: () => void }) {
  return (
    <ActionDialog
      title="添加签发机构"
      endpoint={addAnchor}
      success="已添加"
      fields={[
        { kind: 'text', name: 'name', label: '名称', required: true, maxLength: 60 },
        { kind: 'custom', name: 'file', label: 'CA 证书文件', required: true, control: <CertificateFile /> },
        { kind: 'instant', name: 'from', label: '受信任自', required: true },
        UNTIL,
        CRL,
        REASON,
      ]}
      input={(body: BodyOf<typeof addAnchor>) => ({ body })}
      okText="添加"
      width={640}
      onClose={onClose}
    />
  )
}

function Changing({ row, onClose }: { row: Row; onClose: () => void }) {
  return (
    <ActionDialog
      title={`调整：${row.name}`}
      endpoint={changeAnchor}
      success="已调整"
      initial={{ until: row.until, crlUrl: row.crlUrl }}
      fields={[UNTIL, CRL, REASON]}
      input={(body: BodyOf<typeof changeAnchor>) => ({ params: { anchorId: row.anchorId }, body })}
      okText="保存"
      onClose={onClose}
    />
  )
}

/** A certificate read here, as base64. */
function CertificateFile({ onChange }: { value?: string; onChange?: (file: string) => void }) {
  return (
    <FileChoice
      accept=".cer,.crt,.pem,.der"
      onChoose={(chosen) => void chosen.arrayBuffer().then((bytes) => onChange?.(toBase64(new Uint8Array(bytes))))}
    />
  )
}
