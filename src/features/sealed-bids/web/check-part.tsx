import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { call, CallError } from '#web/call.ts'
import { FileChoice } from '#web/kit/file-choice.tsx'
import { sha256Of } from '#web/kit/file-hash.ts'
import {
  LOG_RECORDS_TYPE,
  type LogRecords,
  RECORD_TITLES,
  verifyLogRecords,
} from '#features/sealing/core/verify-log-records.ts'
import { logKeys, logRecords } from '../contract-log.ts'

/** What came of looking for a file. `problem`: it could not be asked. */
type Outcome =
  | { kind: 'found'; places: Place[] }
  | { kind: 'none' }
  | { kind: 'problem'; message: string }
  | { kind: 'busy'; name: string }

interface Place {
  title: string
  at: string
  /** Null: it waits for the next beat of the log. */
  index: number | null
  /** The first thing that does not hold; null: the proof was checked here and holds. */
  fault: string | null
}

/** Whether the public log holds a file, by its fingerprint alone: the file stays in the browser, the proof is checked there. */
export function Part() {
  const [hash, setHash] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const look = async (chosen: File) => {
    setHash('')
    setOutcome({ kind: 'busy', name: chosen.name })
    try {
      const own = await sha256Of(chosen)
      setHash(own)
      setOutcome(await lookUp(own))
    } catch (error) {
      if (error instanceof CallError) error.handled = true
      setOutcome({ kind: 'problem', message: error instanceof Error ? error.message : '文件无法读取' })
    }
  }
  return (
    <section className="kb-section kb-below-20" aria-labelledby="portal-check">
      <h2 id="portal-check">查一份文件是否在公开日志中</h2>
      <p className="kb-soft kb-below-12">
        {
          '选择采购文件、澄清文件或归档中的 manifest.json。浏览器只把文件的指纹（SHA-256）发给平台，文件不会离开您的电脑；日志给出的证明也在您的浏览器中核对。'
        }
      </p>
      <div className="kb-row kb-gap-12 kb-wrap kb-below-12">
        <label htmlFor="portal-check-file">要查的文件</label>
        <FileChoice id="portal-check-file" accept="" onChoose={(chosen) => void look(chosen)} />
      </div>
      <div aria-live="polite">
        {hash && (
          <p className="kb-note kb-below-8 kb-break">
            指纹 <code>{hash.match(/.{4}/g)?.join(' ')}</code>
          </p>
        )}
        {outcome && <Result outcome={outcome} />}
      </div>
    </section>
  )
}

function Result({ outcome }: { outcome: Outcome }) {
  switch (outcome.kind) {
    case 'busy':
      return <p className="kb-soft">正在计算“{outcome.name}”的指纹…</p>
    case 'problem':
      return (
        <p className="kb-bad" role="alert">
          {outcome.message}
        </p>
      )
    case 'none':
      return (
        <p className="kb-warn" role="status">
          {
            '– 公开日志中没有这个指纹。文件改动一个字节，指纹就不同；未公开的文件（如投标文件、评审记录）也不能这样查到，请用持有的回执或归档核对。'
          }
        </p>
      )
    case 'found':
      return outcome.places.map(({ title, at, index, fault }) => (
        <p key={at} className={fault ? 'kb-bad' : 'kb-good'} role={fault ? 'alert' : 'status'}>
          {fault
            ? `✗ 日志给出的证明不成立：${fault}`
            : index === null
              ? `✓ ${title}于 ${formatTime(at, true)} 登记，将在数分钟内写入公开日志`
              : `✓ ${title}于 ${formatTime(at, true)} 登记，位于公开日志第 ${index} 条，证明已在您的浏览器中核对`}
        </p>
      ))
  }
}

async function lookUp(hash: string): Promise<Outcome> {
  const [{ logKey }, found] = await Promise.all([call(logKeys), call(logRecords, { params: { hash } })])
  if (found.length === 0) return { kind: 'none' }
  const places = found.map(async ({ record, text, salt, leaf, head }): Promise<Place> => {
    const own = { record, text, salt, leaf, head }
    const list: LogRecords = {
      type: LOG_RECORDS_TYPE,
      tenantId: leaf?.data.tenantId ?? '',
      orderId: record.subject,
      logKey,
      records: [own],
    }
    const checks = await verifyLogRecords(list, { logKey })
    const isSame = record.hash === hash
    const failed = checks.find(({ ok }) => ok === false)
    return {
      title: RECORD_TITLES[record.type] ?? record.type,
      at: record.at,
      index: leaf?.index ?? null,
      fault: isSame ? (failed?.detail ?? null) : '答复的不是这份文件',
    }
  })
  return { kind: 'found', places: await Promise.all(places) }
}
