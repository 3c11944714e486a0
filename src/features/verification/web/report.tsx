import { Button } from 'antd'
import { useParams } from 'react-router'
import { openFile } from '#web/export.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { verificationDetail, verificationReport } from '../contract.ts'
import { places } from '../rules/verification.ts'
import { ConclusionPart, MemberPart, OpinionPart } from './parts.tsx'
import { stateTag } from './words.ts'

/** The report of a verification: conclusion, opinions by name, signatures; the document itself as PDF. */
export function Screen({ side }: { side: 'purchaser' | 'agency' }) {
  const { argumentId: id = '' } = useParams()
  const params = { verificationId: id }
  const query = useCall(verificationDetail, { params })
  return (
    <DetailScreen query={query} back={{ label: '论证', to: places(side).detail(id) }}>
      {(detail) => ({
        title: `${detail.title}：报告`,
        status: <StatusTag {...stateTag(detail.state)} />,
        facts: [detail.code],
        extra: detail.hash !== '' && (
          <Button type="primary" onClick={() => void openFile(verificationReport, { params })}>
            下载报告
          </Button>
        ),
        sections:
          detail.hash === ''
            ? [
                {
                  key: 'none',
                  title: '报告',
                  content: <EmptyState title="论证报告尚未编制" hint="全部专家提交意见、组长形成结论后编制" />,
                },
              ]
            : [
                { key: 'conclusion', title: '结论', content: <ConclusionPart detail={detail} /> },
                { key: 'opinions', title: '专家意见', content: <OpinionPart detail={detail} /> },
                { key: 'members', title: '专家与签署', content: <MemberPart detail={detail} /> },
              ],
      })}
    </DetailScreen>
  )
}
