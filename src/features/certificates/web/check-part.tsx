import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { toBase64 } from '#features/sealing/core/bytes.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FileChoice } from '#web/kit/file-choice.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import { checkCertificate } from '../contract/check.ts'
import { DEMO_NAME } from '../rules/words.ts'

type Answer = OutputOf<typeof checkCertificate>

const VERDICTS: Readonly<Record<Answer['verdict'], { title: string; type: 'success' | 'warning' | 'error' }>> = {
  good: { title: '证书有效', type: 'success' },
  unknown: { title: '无法确认', type: 'warning' },
  notYetValid: { title: '尚未生效', type: 'warning' },
  expired: { title: '已到期', type: 'error' },
  revoked: { title: '已吊销', type: 'error' },
  untrusted: { title: '不受信任', type: 'error' },
  wrongUsage: { title: '用途不符', type: 'error' },
  otherCompany: { title: '不属于该企业', type: 'error' },
  malformed: { title: '不是证书', type: 'error' },
}

/** Checks a certificate file: what it is worth now, and each thing that was looked at. */
export function CheckPart() {
  const [file, setFile] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const check = useAction(checkCertificate, { onDone: setAnswer })
  return (
    <section className="kb-section" aria-label="证书检查">
      <p className="kb-hint">上传证书文件（.cer、.pem、.der），检查签发机构、有效期、用途和吊销状态。</p>
      <div className="kb-column kb-gap-12 kb-start kb-above-8">
        <Labelled label="证书文件">
          {(id) => (
            <FileChoice
              id={id}
              accept=".cer,.crt,.pem,.der"
              onChoose={(chosen) => {
                setAnswer(null)
                void chosen.arrayBuffer().then((bytes) => setFile(toBase64(new Uint8Array(bytes))))
              }}
            />
          )}
        </Labelled>
        <Labelled label="统一社会信用代码（选填，核对证书是否属于该企业）">
          {(id) => <Input id={id} value={code} maxLength={18} onChange={(event) => setCode(event.target.value)} />}
        </Labelled>
        <Button
          type="primary"
          disabled={file === null}
          loading={check.busy}
          onClick={() => void check.run({ body: { file: file!, ...(code.trim() && { creditCode: code.trim() }) } })}
        >
          检查
        </Button>
      </div>
      {answer && <Result answer={answer} />}
    </section>
  )
}

function Result({ answer }: { answer: Answer }) {
  const { title, type } = VERDICTS[answer.verdict]
  return (
    <div className="kb-above-20" role="status">
      <Alert
        type={type}
        showIcon
        title={title}
        description={`${answer.reason}${answer.isDemo ? `。由${DEMO_NAME}签发` : ''}`}
      />
      <h2 className="kb-above-20">检查项</h2>
      <DataTable
        label="检查项"
        rows={[...answer.checks]}
        rowKey={(row) => row.label}
        columns={[
          { key: 'label', title: '项目', width: 90, isHead: true, value: (row) => row.label },
          {
            key: 'result',
            title: '结果',
            width: 90,
            render: (row) => (
              <StatusTag label={row.isGood ? '通过' : '未通过'} tone={row.isGood ? 'success' : 'danger'} />
            ),
          },
          { key: 'text', title: '说明', value: (row) => row.text },
        ]}
      />
      {answer.chain.length > 0 && (
        <>
          <h2 className="kb-above-20">证书链</h2>
          <DataTable
            label="证书链"
            rows={[...answer.chain]}
            rowKey={(row) => row.fingerprint}
            columns={[
              { key: 'subject', title: '持有人', isHead: true, value: (row) => row.subject },
              { key: 'serial', title: '序列号', width: 200, value: (row) => row.serial },
              { key: 'issuer', title: '签发者', value: (row) => row.issuer },
              {
                key: 'period',
                title: '有效期',
                width: 190,
                value: (row) => `${formatTime(row.from)} 至 ${formatTime(row.until)}`,
              },
            ]}
          />
        </>
      )}
    </div>
  )
}
