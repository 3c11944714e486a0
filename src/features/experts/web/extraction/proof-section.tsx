import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { TimeText } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { drawProof } from '../../contract-extraction.ts'
import { recompute } from './recompute.ts'

/** Recomputes the draw in this browser. */
export function ProofSection({ extractionId }: { extractionId: string }) {
  const query = useCall(drawProof, { params: { extractionId } }, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {(proof) => {
        const checks = recompute(proof)
        const ok = checks.every((check) => check.ok)
        return (
          <>
            <p>
              <StatusTag label={ok ? '一致' : '不一致'} tone={ok ? 'success' : 'danger'} />{' '}
              由您的浏览器刚刚重新计算。种子的承诺于 <TimeText at={proof.committedAt} absolute />{' '}
              登记，早于候选范围冻结；抽取时由经办人的浏览器加入随机数，任何一方都不能单独决定结果。
            </p>
            <ol className="ex-proof kb-stack kb-above-12 kb-below-12">
              {checks.map((check) => (
                <li key={check.label}>
                  <span aria-hidden="true">{check.ok ? '✓' : '✗'}</span>
                  <span>
                    {check.label}
                    {check.ok ? '' : '：不符'}
                    <br />
                    <code className="kb-hash kb-note kb-break">{check.detail}</code>
                  </span>
                </li>
              ))}
            </ol>
            <details>
              <summary>原始数据</summary>
              <ol className="ex-proof kb-stack kb-above-12 kb-below-12">
                {[
                  ['承诺', proof.seedHash],
                  ['种子', proof.seed],
                  ['经办人随机数', proof.nonce],
                  ['候选范围摘要', proof.poolHash],
                  ...proof.records.map((r) => [
                    r.action === 'extraction.create' ? '承诺的审计记录' : '抽取的审计记录',
                    r.hash ?? '写入中',
                  ]),
                ].map(([label, value]) => (
                  <li key={label}>
                    <span aria-hidden="true">·</span>
                    <span>
                      {label} <code className="kb-hash kb-note kb-break">{value}</code>
                    </span>
                  </li>
                ))}
              </ol>
            </details>
          </>
        )
      }}
    </WhenLoaded>
  )
}
