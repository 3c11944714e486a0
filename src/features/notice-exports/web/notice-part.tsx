import { Button } from 'antd'
import { Link } from 'react-router'
import type { PropsOf } from '#contract/slot.ts'
import type { PORTAL_SLOTS } from '#features/procurement/contract/slots.ts'
import { LIST } from '../rules.ts'
import { useExport } from './use-export.ts'
import { useTaker } from './use-taker.ts'

/** Beside a notice: a supplier may take it along. */
export function Part({ noticeId }: PropsOf<typeof PORTAL_SLOTS.notice>) {
  const taker = useTaker()
  const { busy, run } = useExport()
  if (!taker) return null
  return (
    <section className="kb-side-block" aria-label="公告导出">
      <h2>公告导出</h2>
      <p className="kb-note kb-below-8">全文表格、PDF 和核验数据，打包下载</p>
      {taker === 'supplier' ? (
        <Button loading={busy} onClick={() => void run({ noticeIds: [noticeId] })}>
          导出本公告
        </Button>
      ) : (
        <Link to={`${LIST}?notice=${noticeId}`}>供应商登录后导出</Link>
      )}
    </section>
  )
}
