import { Link } from 'react-router'
import { FieldList } from '#web/kit/field-list.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { CATEGORIES } from '../../../rules/enums.ts'
import { REGIMES } from '../../../rules/regimes.ts'
import type { OrderDetail } from '../tones.ts'
import { useBuyer } from '../use-buyer.ts'

/** The project that an order buys for, and the order's documents to be read in the page. */
export function ProjectSection({ order: { orderId, project, lotNo, files, purchaserName } }: { order: OrderDetail }) {
  const at = useBuyer()
  const documents = at.method.at['documents.file'] === undefined ? [] : files
  return (
    <FieldList
      items={[
        { label: '项目名称', value: <Link to={at.project(project.projectId)}>{project.name}</Link> },
        { label: '项目编号', value: project.code },
        { label: at.say('{client}'), value: purchaserName },
        { label: '预算金额', value: <AmountText value={project.budget} capitals /> },
        {
          label: '类别',
          value: CATEGORIES[project.category as keyof typeof CATEGORIES] ?? project.category,
        },
        { label: '适用制度', value: REGIMES[project.regime].label },
        { label: '项目所在地', value: project.region },
        { label: at.say('{order}'), value: `第 ${lotNo} 包` },
        documents.length > 0 && {
          label: at.say('{documents}'),
          wide: true,
          value: documents.map(({ fileId, name }) => (
            <div key={fileId}>
              <Link to={at.projectFile(orderId, fileId)}>{name}</Link>
            </div>
          )),
        },
      ]}
    />
  )
}
