import { useParams } from 'react-router'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { standardDetail } from '../contract/standard.ts'
import { FeeType } from '../rules/enums.ts'
import { Calculator } from './calculator.tsx'
import { StandardView } from './standard-view.tsx'

/** The published standard of a company, the platform or an order, for everybody; with what it charges for an amount. */
export function Screen() {
  const { id = 'platform' } = useParams()
  const query = useCall(standardDetail, { params: { id } })
  return (
    <main id="main" className="kb-main kb-reading kb-page-centre">
      <DetailScreen query={query}>
        {({ title, standards }) => ({
          title,
          facts: ['收费公示', '公告发布后调整的标准不影响已发布的采购'],
          sections:
            standards.length === 0
              ? [
                  {
                    key: 'none',
                    title: '收费标准',
                    content: <EmptyState title="暂未公示收费标准" hint="公示后显示在这里" />,
                  },
                ]
              : standards.flatMap((standard) => [
                  {
                    key: standard.publicationId,
                    title: `${standard.companyName}收费标准`,
                    content: <StandardView standard={standard} />,
                  },
                  ...standard.lines.flatMap(({ configId, feeType, template }) =>
                    template
                      ? [
                          {
                            key: configId,
                            title: `${FeeType.label(feeType)}试算`,
                            content: <Calculator terms={template.terms} />,
                          },
                        ]
                      : [],
                  ),
                ]),
        })}
      </DetailScreen>
    </main>
  )
}
