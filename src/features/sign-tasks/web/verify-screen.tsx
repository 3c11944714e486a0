import { Alert } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { toBase64 } from '#features/sealing/core/bytes.ts'
import { call, CallError } from '#web/call.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileChoice } from '#web/kit/file-choice.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { judgeCertificates } from '../contract.ts'
import type { DocumentVerdict, SignatureVerdict } from '../core/verify-document.ts'
import './sign-tasks.css'

type Judged = OutputOf<typeof judgeCertificates>[number]
interface Result {
  name: string
  document: DocumentVerdict
  certificates: Judged[]
}

/** Anybody checks a signed PDF: its bytes in this browser, its certificates by what the platform trusts. */
export function Screen() {
  const [result, setResult] = useState<Result | null>(null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const look = async (file: File) => {
    setBusy(true)
    setProblem('')
    setResult(null)
    try {
      const { verifyDocument } = await import('../core/verify-document.ts')
      const document = await verifyDocument(new Uint8Array(await file.arrayBuffer()))
      setResult({ name: file.name, document, certificates: await judge(document) })
    } catch (error) {
      if (!(error instanceof CallError && error.handled))
        setProblem(error instanceof Error ? error.message : '文件无法读取')
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="sign-verify">
      <h1>电子签名验签</h1>
      <p className="kb-hint kb-below-12">
        选择签署过的
        PDF，在本机核对每个签名覆盖的内容、签名与时间戳，以及签署之后有无改动。文件不会上传；只把其中的证书交平台核对是否受信任、有无吊销。
      </p>
      <label className="kb-said" htmlFor="sign-verify-file">
        签署过的 PDF
      </label>
      <FileChoice id="sign-verify-file" accept=".pdf" onChoose={(file) => void look(file)} />
      {busy && <p role="status">正在核对…</p>}
      {problem && <Alert className="kb-above-12" type="error" showIcon title={problem} />}
      {result && <Verdict {...result} />}
    </main>
  )
}

async function judge({ signatures }: DocumentVerdict): Promise<Judged[]> {
  const asked = signatures.filter(({ chain }) => chain.length > 0)
  if (asked.length === 0) return []
  const answers = await call(judgeCertificates, {
    body: { signatures: asked.map(({ chain, stamp }) => ({ chain: chain.map(toBase64), at: stamp?.at ?? null })) },
  })
  const known = new Map(asked.map((one, i) => [one.number, answers[i]!]))
  return signatures.map(({ number }) => known.get(number) ?? UNREADABLE)
}

const UNREADABLE: Judged = {
  verdict: 'malformed',
  reason: '签名中没有可读的证书',
  isDemo: false,
  company: '',
  issuer: '',
}

function Verdict({ name, document, certificates }: Result) {
  const areGood = certificates.every(({ verdict }) => verdict === 'good')
  const { signatures, findings, isSound } = document
  const [type, title] =
    signatures.length === 0 && findings.length === 0
      ? (['info', '文件中没有电子签名'] as const)
      : !isSound
        ? (['error', '验签不通过：文件或签名有问题，详见下列各项'] as const)
        : !areGood
          ? (['warning', '文件自签署以来未被改动，但签名证书不能确认有效'] as const)
          : (['success', '验签通过：签名有效，文件自签署以来未被改动'] as const)
  return (
    <section className="kb-above-16" aria-label="验签结果">
      <Alert type={type} showIcon title={title} />
      <FieldList
        items={[
          { label: '文件', value: name },
          { label: '签名', value: `${signatures.length} 个` },
          { label: 'SHA-256', value: <Fingerprint hex={document.sha256} full />, wide: true },
        ]}
      />
      {findings.map((finding) => (
        <Alert key={finding} className="kb-above-12" type="error" showIcon title={finding} />
      ))}
      {signatures.map((one, i) => (
        <Signature key={one.number} signature={one} judged={certificates[i]!} />
      ))}
    </section>
  )
}

function Signature({ signature, judged }: { signature: SignatureVerdict; judged: Judged }) {
  const problems = [...signature.findings, ...signature.changes]
  const isGood = signature.isValid && problems.length === 0
  return (
    <section className="kb-box kb-above-12" aria-label={`第 ${signature.number} 个签名`}>
      <h2>
        第 {signature.number} 个签名：{judged.company || signature.signer}{' '}
        <StatusTag label={isGood ? '签名有效' : '签名有问题'} tone={isGood ? 'success' : 'danger'} />
      </h2>
      {problems.map((problem) => (
        <p key={problem} className="kb-bad">
          {problem}
        </p>
      ))}
      <FieldList
        items={[
          { label: '证书持有人', value: signature.signer },
          { label: '签发机构', value: judged.issuer },
          { label: '证书', value: judged.reason },
          {
            label: '签署时间',
            value: signature.stamp
              ? `${formatTime(signature.stamp.at, true)}，${signature.stamp.authority}`
              : signature.stampFinding,
          },
          { label: '签署说明', value: signature.reason },
          {
            label: '覆盖范围',
            value: signature.coversAll
              ? '整个文件'
              : `文件的前 ${signature.end} 字节（当时的整个文件），之后由他人继续签署`,
          },
        ]}
      />
    </section>
  )
}
