"""Commands on records: replayed, shown, verified, analysed, made by chance, ruled on."""
