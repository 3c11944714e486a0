import { Alert, Input, Radio } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/time.ts'
import { shelved } from '#features/certificates/core/key-shelf.ts'
import { EnvelopeError } from '#features/sealing/core/errors.ts'
import { CallError } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { FormModal } from '#web/kit/form-modal.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { useCall } from '#web/use-call.ts'
import { signingCertificates, type signTaskDetail } from '../contract.ts'
import { DEMO_CA } from '../rules/demo.ts'

type Task = OutputOf<typeof signTaskDetail>
type Certificate = OutputOf<typeof signingCertificates>[number]

/** The last step of a signature: which certificate, the password of its key, and what is signed. */
export function SignDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { data } = useCall(signingCertificates, {})
  const usable = (data ?? []).filter(({ keyHash }) => shelved(localStorage, keyHash) !== null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const certificate = usable.find(({ serial }) => serial === chosen) ?? usable[0]

  const run = async () => {
    const key = certificate && shelved(localStorage, certificate.keyHash)
    if (!key || running.current || !task.sha256) return
    if (password === '') return setProblem('请输入证书密钥的口令')
    running.current = true
    setBusy(true)
    setProblem('')
    try {
      const { sign } = await import('./sign.ts')
      const done = await sign({ id: task.id, shown: task.sha256, key, password, certificate: certificate.certificate })
      toast.success(done.state === 'completed' ? '签署完成，全部签署方已签署' : '签署完成')
      onClose()
    } catch (error) {
      if (!(error instanceof CallError && error.handled)) setProblem(wordsOf(error))
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return (
    <FormModal
      open
      title="签署文件"
      width={560}
      mask={{ closable: false }}
      onCancel={onClose}
      okText="确认签署"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !certificate }}
      onOk={() => void run()}
    >
      <div className="kb-column kb-gap-12">
        <FieldList
          items={[
            { label: '文件', value: `${task.title}（${task.file.name}，${task.pages} 页）`, wide: true },
            { label: '文件 SHA-256', value: <Fingerprint hex={task.sha256 ?? ''} full />, wide: true },
          ]}
        />
        <p className="kb-hint">请核对与页面所示文件的指纹一致。签名在本机完成，密钥和口令不会上传。</p>
        {data && usable.length === 0 && <NoKey hasCertificate={data.length > 0} />}
        {usable.length > 0 && (
          <Radio.Group
            aria-label="证书"
            value={certificate?.serial}
            onChange={(event) => setChosen(event.target.value as string)}
            options={usable.map((one) => ({ value: one.serial, label: labelOf(one) }))}
          />
        )}
        {certificate && (
          <Labelled label="密钥口令">
            {(id) => (
              <Input.Password
                id={id}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                onPressEnter={() => void run()}
              />
            )}
          </Labelled>
        )}
        {certificate?.isDemo && <Alert type="warning" showIcon title={DEMO_CA} />}
        {problem && <Alert type="error" showIcon title={problem} />}
      </div>
    </FormModal>
  )
}

function NoKey({ hasCertificate }: { hasCertificate: boolean }) {
  const title = hasCertificate
    ? '证书的密钥不在当前浏览器，请先导入密钥备份'
    : '还没有可用于签署的证书，请先办理本机浏览器证书'
  return <Alert type="warning" showIcon title={title} action={<Link to="/services/ca/paid/list">CA 办理</Link>} />
}

function labelOf({ holder, until, isDemo }: Certificate): string {
  return `${holder}，有效期至 ${formatDate(until)}${isDemo ? '（演示 CA）' : ''}`
}

function wordsOf(error: unknown): string {
  if (error instanceof EnvelopeError) return '口令不正确，或密钥文件已损坏'
  return error instanceof Error ? error.message : '签署未完成，请重试'
}
