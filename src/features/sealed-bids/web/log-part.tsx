import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { ERRORS } from '#contract/errors.ts'
import { CallError, call } from '#web/call.ts'
import { Skeleton } from '#web/kit/states.tsx'
import { openFile } from '#web/export.ts'
import { saveBlob } from '#web/save-blob.ts'
import { logCheckpoint, trustFile } from '../contract-log.ts'
import { readCheckpoint } from './checkpoint.ts'

/** The tenant's public log: its latest head, and in plain words what it proves. */
export function Part() {
  const { data, error } = useQuery({
    queryKey: ['GET', logCheckpoint.path, null],
    queryFn: async () => ((await call(logCheckpoint)) as unknown as Blob).text(),
    staleTime: 10_000,
    refetchInterval: 60_000,
  })
  const head = data === undefined ? null : readCheckpoint(data)
  return (
    <section className="kb-side-block kb-size-13 kb-soft" aria-labelledby="portal-log">
      <h2 id="portal-log">公开日志</h2>
      <p className="kb-below-8">
        {
          '每一次投标和撤回，都在提交的同一刻写进一本只能添加、不能修改的日志。下面的“日志头”是整本日志的指纹：事后增删改任何一条，指纹都会对不上。'
        }
      </p>
      {head ? (
        <>
          <dl className="kb-below-8 kb-break">
            <dt>条目数</dt>
            <dd>{head.size.toLocaleString('zh-CN')}</dd>
            <dt>根哈希</dt>
            <dd>
              <code>{head.root.match(/.{4}/g)?.join(' ')}</code>
            </dd>
          </dl>
          <p className="kb-note kb-below-8">条目按时间固定增长，含填充条目，从条目数看不出有多少投标。</p>
          <p className="kb-row kb-gap-16 kb-loose kb-wrap">
            <Button size="small" onClick={() => saveBlob('checkpoint.txt', new Blob([data ?? '']))}>
              保存日志头
            </Button>
            <Button size="small" onClick={() => void openFile(trustFile)}>
              保存信任文件
            </Button>
            <Link to="/portal/help/check">如何核验</Link>
          </p>
        </>
      ) : error ? (
        <p className="kb-note">
          {error instanceof CallError && error.code === ERRORS.notFound.code ? '日志尚未开始' : '日志头暂时无法读取'}
        </p>
      ) : (
        <Skeleton lines={3} />
      )}
    </section>
  )
}
