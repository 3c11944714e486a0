import { Button } from 'antd'
import { Suspense, lazy, useCallback, useEffect, useState } from 'react'
import type { Ref } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { openFile } from '#web/export.ts'
import { useKept } from '#web/kept.ts'
import { BlobPicture } from '#web/kit/blob-picture.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kit/states.tsx'
import { formatSize } from '#web/kit/file-list.tsx'
import { useCall } from '#web/use-call.ts'
import type { expertReads } from '../../contract/reads.ts'
import { useReviewAddress } from '../review-address.ts'
import { useFileContent } from './file-cache.ts'
import type { PdfHandle } from '#web/kit/pdf/pdf-view.tsx'

const PdfView = lazy(() => import('#web/kit/pdf/pdf-view.tsx').then((m) => ({ default: m.PdfView })))
const ComparisonTable = lazy(() =>
  import('../results/comparison-table.tsx').then((m) => ({ default: m.ComparisonTable })),
)
const PriceSheet = lazy(() => import('../results/price-sheet.tsx').then((m) => ({ default: m.PriceSheet })))

export type BidFile = OutputOf<typeof expertReads.bidFiles>[number]

/** Where the reader is. */
export interface Reading {
  position: number
  page: number
  /** Name of the file, without its ending. */
  file: string
}

interface FilePaneProps {
  bidderId: string
  /** Words at the margins of the file's pages. */
  flagsOf?: (position: number) => ReadonlyMap<number, string>
  onReading?: (reading: Reading | null) => void
  /** A place to open: a new object opens it. */
  wanted?: Reading | null
  ref?: Ref<PdfHandle>
}

const TENDER = 'tender'
const COMPARISON = 'comparison'

/** The middle of the review: a tab per file of the bid, then the tender documents and the price comparison. */
export function FilePane({ bidderId, flagsOf, onReading, wanted, ref }: FilePaneProps) {
  const { projectId, reads } = useReviewAddress()
  const files = useCall(reads.bidFiles, { params: { projectId, bidderId } }, { fresh: 600_000 })
  const [chosen, setChosen] = useKept<string>(`review.file.${projectId}.${bidderId}`, '')
  const first = files.data?.find(isPdf) ?? files.data?.[0]
  const tab = chosen || (first ? String(first.position) : '')
  const file = files.data?.find((f) => String(f.position) === tab)
  useEffect(() => {
    if (wanted) setChosen(String(wanted.position))
  }, [wanted, setChosen])
  useEffect(() => {
    if (!file || !isPdf(file)) onReading?.(null)
  }, [file, onReading])

  return (
    <section className="rv-files kb-squeeze kb-column kb-shrink" aria-label="投标文件">
      <div className="rv-tabs kb-flex kb-fixed kb-scroll-x kb-rule kb-ground" role="group" aria-label="文件">
        {(files.data ?? []).map((f) => (
          <FileTab
            key={f.position}
            name={f.name}
            on={String(f.position) === tab}
            onClick={() => setChosen(String(f.position))}
          />
        ))}
        <span className="kb-grow" />
        <FileTab name="采购文件" on={tab === TENDER} onClick={() => setChosen(TENDER)} />
        <FileTab name="报价对比" on={tab === COMPARISON} onClick={() => setChosen(COMPARISON)} />
      </div>
      {tab === COMPARISON ? (
        <div className="rv-file-scroll">
          <Suspense fallback={<Skeleton lines={10} />}>
            <ComparisonTable />
          </Suspense>
        </div>
      ) : tab === TENDER ? (
        <TenderView {...(ref ? { ref } : {})} />
      ) : file && isPriceSheet(file) ? (
        <div className="rv-file-scroll">
          <Suspense fallback={<Skeleton lines={10} />}>
            <PriceSheet bidderId={bidderId} />
          </Suspense>
        </div>
      ) : file ? (
        <BidFileView
          key={`${bidderId}.${file.position}`}
          bidderId={bidderId}
          file={file}
          flags={flagsOf?.(file.position)}
          onReading={onReading}
          wanted={wanted?.position === file.position ? wanted : null}
          {...(ref ? { ref } : {})}
        />
      ) : files.error ? (
        <ErrorState error={files.error} onRetry={() => void files.refetch()} />
      ) : files.data ? (
        <EmptyState title="该投标没有可查看的文件" />
      ) : (
        <Skeleton lines={14} />
      )}
    </section>
  )
}

function FileTab({ name, on, onClick }: { name: string; on: boolean; onClick: () => void }) {
  return (
    <button type="button" className="kb-tab kb-ellipsis kb-size-13" aria-pressed={on} title={name} onClick={onClick}>
      {name}
    </button>
  )
}

interface BidFileViewProps {
  bidderId: string
  file: BidFile
  flags: ReadonlyMap<number, string> | undefined
  onReading: ((reading: Reading | null) => void) | undefined
  wanted: Reading | null
  ref?: Ref<PdfHandle>
}

function BidFileView({ bidderId, file, flags, onReading, wanted, ref }: BidFileViewProps) {
  const { projectId, reads } = useReviewAddress()
  const input = { params: { projectId, bidderId, position: file.position } }
  const place = `${projectId}.${bidderId}.${file.position}`
  const [, setPage] = useKept(`pdf.page.${place}`, 1)
  const [opened, setOpened] = useState(0)
  useEffect(() => {
    if (!wanted) return
    setPage(wanted.page)
    setOpened((n) => n + 1)
  }, [wanted, setPage])
  const { position, name } = file
  const onPage = useCallback(
    (page: number) => onReading?.({ position, page, file: name.replace(/\.\w+$/, '') }),
    [onReading, position, name],
  )
  const save = () => void openFile(reads.bidFile, { ...input, query: { save: 'true' } })
  if (!isPdf(file) && !isPicture(file)) return <Download name={file.name} size={file.size} onSave={save} />
  return (
    <Shown
      key={opened}
      endpoint={reads.bidFile}
      input={input}
      name={file.name}
      place={place}
      onSave={save}
      picture={isPicture(file)}
      {...(flags ? { flags } : {})}
      onPage={onPage}
      {...(ref ? { ref } : {})}
    />
  )
}

function TenderView({ ref }: { ref?: Ref<PdfHandle> }) {
  const { projectId, reads } = useReviewAddress()
  const input = { params: { projectId } }
  return (
    <Shown
      endpoint={reads.tenderFile}
      input={input}
      name="采购文件"
      place={`${projectId}.tender`}
      onSave={() => void openFile(reads.tenderFile, input)}
      {...(ref ? { ref } : {})}
    />
  )
}

interface ShownProps {
  endpoint: typeof expertReads.bidFile | typeof expertReads.tenderFile
  input: Parameters<typeof useFileContent>[1]
  name: string
  place: string
  picture?: boolean
  flags?: ReadonlyMap<number, string>
  onSave: () => void
  onPage?: (page: number) => void
  ref?: Ref<PdfHandle>
}

function Shown({ endpoint, input, name, place, picture, flags, onSave, onPage, ref }: ShownProps) {
  const content = useFileContent(endpoint, input)
  if (content === null) return <Skeleton lines={14} />
  if ('failure' in content)
    return <EmptyState title={content.failure} action={<Button onClick={onSave}>下载文件</Button>} />
  if (picture) {
    return (
      <div className="rv-file-scroll">
        <BlobPicture blob={content.blob} name={name} />
      </div>
    )
  }
  if (content.blob.type !== '' && content.blob.type !== 'application/pdf')
    return <Download name={name} size={content.blob.size} onSave={onSave} />
  return (
    <Suspense fallback={<Skeleton lines={14} />}>
      <PdfView
        blob={content.blob}
        name={name}
        place={place}
        {...(flags ? { flags } : {})}
        {...(onPage ? { onPage } : {})}
        {...(ref ? { ref } : {})}
      />
    </Suspense>
  )
}

function Download({ name, size, onSave }: { name: string; size: number; onSave: () => void }) {
  return (
    <EmptyState
      title={name}
      hint={`该格式不能在网页中查看（${formatSize(size)}），请下载后用相应软件打开`}
      action={<Button onClick={onSave}>下载文件</Button>}
    />
  )
}

/** The sealed price sheet is data: it is shown as a table. */
const isPriceSheet = (file: BidFile) => file.role === 'price' && !isPdf(file)
const isPdf = (file: BidFile) => file.mime === 'application/pdf'
const isPicture = (file: BidFile) => file.mime === 'image/png' || file.mime === 'image/jpeg'
