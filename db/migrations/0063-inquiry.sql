-- owner: procurement
-- Where an order stands whose quotes the clock has opened, or not because too few came.
alter type order_state add value 'quote.short';
alter type order_state add value 'quote.closed';
