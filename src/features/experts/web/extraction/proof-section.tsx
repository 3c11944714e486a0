import { useMemo } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { DrawSteps } from '#web/kit/draw/draw-steps.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { TimeText } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { drawProof } from '../../contract-extraction.ts'
import { recompute } from './recompute.ts'

/** Ms between two looks: a draw goes on by itself. */
const LOOK = 2_000

/** The draw step by step, and once it is made, derived again in this browser. `isDrawn`: it is made. */
export function ProofSection({ extractionId, isDrawn }: { extractionId: string; isDrawn: boolean }) {
  const query = useCall(drawProof, { params: { extractionId } }, { fresh: 0, every: isDrawn ? 60_000 : LOOK })
  return (
    <WhenLoaded query={query}>
      {(proof) => (
        <>
          {proof.drawnAt !== null && <Recomputed proof={proof} />}
          {proof.steps && <DrawSteps draw={proof.steps} hidesOptions />}
        </>
      )}
    </WhenLoaded>
  )
}

function Recomputed({ proof }: { proof: OutputOf<typeof drawProof> }) {
  const checks = useMemo(() => recompute(proof), [proof])
  const ok = checks.every((check) => check.ok)
  return (
    <>
      <p>
        <StatusTag label={ok ? '一致' : '不一致'} tone={ok ? 'success' : 'danger'} />{' '}
        由您的浏览器刚刚重新计算。平台的承诺于 <TimeText at={proof.committedAt} absolute /> 登记，早于候选范围冻结；
        {proof.bySeed ? '抽取时由经办人的浏览器加入随机数' : '结果由冻结之后产生的随机信标决定'}
        ，任何一方都不能单独决定结果。
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
            ...(proof.bySeed
              ? [
                  ['承诺', proof.bySeed.seedHash],
                  ['种子', proof.bySeed.seed],
                  ['经办人随机数', proof.bySeed.nonce],
                ]
              : []),
            ['候选范围摘要', proof.poolHash],
            ...proof.records.map((r) => [RECORDS[r.action] ?? r.action, r.hash ?? '写入中']),
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
}

const RECORDS: Readonly<Record<string, string>> = {
  'extraction.create': '承诺的审计记录',
  'extraction.freeze': '冻结的审计记录',
  'extraction.draw': '抽取的审计记录',
}
